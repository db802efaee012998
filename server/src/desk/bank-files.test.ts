import { expect, test } from 'vitest'
import { type Asked, bankFile, isPayable } from './bank-files.ts'

const ravi: Asked = {
  requestId: 115,
  way: 'bank',
  rupees: '1200.50',
  name: '=Ravi "K",\nYadav & Söns',
  account: '0012-3456 7890',
  ifsc: 'sbin0031024',
  bank: 'State Bank, of India',
}
const asha: Asked = { ...ravi, requestId: 7, name: '+Asha', ifsc: 'HDFC0000123', rupees: '500.00' }
const facts = { debitAccount: '5020 0012', day: '2026-11-23' }

test.each([
  [
    'hdfc',
    [
      'N,,001234567890,1200.50,Ravi K Yadav So ns,,,,,,,,MUN000000115,MUN000000115,,,,,,,,,23/11/2026,,SBIN0031024,State Bank of India,,',
      'I,,001234567890,500.00,Asha,,,,,,,,MUN000000007,MUN000000007,,,,,,,,,23/11/2026,,HDFC0000123,State Bank of India,,',
    ],
    28,
  ],
  [
    'icici',
    [
      'PYMT_PROD_TYPE_CODE,PYMT_MODE,DEBIT_ACC_NO,BNF_NAME,BENE_ACC_NO,BENE_IFSC,AMOUNT,DEBIT_NARR,CREDIT_NARR,MOBILE_NUM,EMAIL_ID,REMARK,PYMT_DATE,REF_NO,ADDL_INFO1,ADDL_INFO2,ADDL_INFO3,ADDL_INFO4,ADDL_INFO5',
      'PAB_VENDOR,NEFT,50200012,Ravi K Yadav So ns,001234567890,SBIN0031024,1200.50,MUN000000115,PAYOUT,,,MUN000000115,23-11-2026,MUN000000115,,,,,',
      'PAB_VENDOR,NEFT,50200012,Asha,001234567890,HDFC0000123,500.00,MUN000000007,PAYOUT,,,MUN000000007,23-11-2026,MUN000000007,,,,,',
    ],
    19,
  ],
  [
    'sbi',
    [
      'Payment Type,Debit Account,Beneficiary Name,Beneficiary Account,IFSC,Amount,Value Date,Reference',
      'DCR,50200012,Ravi K Yadav So ns,001234567890,SBIN0031024,1200.50,23/11/2026,MUN000000115',
      'NEFT,50200012,Asha,001234567890,HDFC0000123,500.00,23/11/2026,MUN000000007',
    ],
    8,
  ],
  [
    'axis',
    [
      'Payment Method,Amount,Value Date,Beneficiary Name,Beneficiary Account,IFSC,Debit Account,Customer Reference',
      'N,1200.50,23/11/2026,Ravi K Yadav So ns,001234567890,SBIN0031024,50200012,MUN000000115',
      'N,500.00,23/11/2026,Asha,001234567890,HDFC0000123,50200012,MUN000000007',
    ],
    8,
  ],
  [
    'other',
    [
      'Reference,Beneficiary name,Account number,IFSC,Bank,Amount,Date,Debit account',
      'MUN000000115,Ravi K Yadav So ns,001234567890,SBIN0031024,State Bank of India,1200.50,2026-11-23,50200012',
      'MUN000000007,Asha,001234567890,HDFC0000123,State Bank of India,500.00,2026-11-23,50200012',
    ],
    8,
  ],
] as const)('the file for %s, whose cells are no formulas', (format, lines, columns) => {
  const file = bankFile(format, [ravi, asha], facts)
  expect(file.split('\r\n')).toEqual([...lines, ''])
  for (const line of lines) {
    expect(line.split(',')).toHaveLength(columns)
    expect(line.split(',').filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([])
  }
})

test.each([
  [{}, true],
  [{ account: '12345' }, false],
  [{ account: '-' }, false],
  [{ ifsc: 'SBIN1031024' }, false],
  [{ ifsc: '' }, false],
  [{ name: '-' }, false],
  [{ account: '५०१००२३४५६७८९०' }, true],
  [{ account: '50100२३४५６７' }, true],
  [{ account: '501002345678٩٠' }, false],
  [{ account: '50100234567८ख' }, false],
  [{ way: 'NEFT' }, true],
  [{ way: 'upi' }, false],
  [{ way: 'PhonePe' }, false],
  [{ way: 'googlepay' }, false],
])('with %j it can be paid by a bank: %s', (change, expected) => {
  expect(isPayable({ ...ravi, ...change })).toBe(expected)
})
