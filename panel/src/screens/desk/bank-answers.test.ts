import { expect, test } from 'vitest'
import { type BatchRow, readAnswers } from './bank-answers.ts'

const batch: BatchRow[] = [
  { id: 115, amount: 1200.5, status: 'pending' },
  { id: 116, amount: 500, status: 'pending' },
  { id: 117, amount: 900, status: 'completed' },
]
const read = (text: string) =>
  readAnswers(text, batch).map(({ line, requestId, utr, amount, verdict }) => [
    line,
    requestId,
    utr,
    amount,
    verdict,
  ])

test("a bank's file is read by the heads of its columns", () => {
  const file = [
    'Pymt_Mode,Beneficiary Account No,Amount,Customer Ref No,STATUS,"Rejection Reason","UTR NO"',
    'NEFT,001234567890,"1,200.50",MUN000000115,Success,,IN42619755781929',
    'NEFT,001234567891,500.00,MUN000000116,Rejected,"Invalid account, ""closed""",',
    'NEFT,001234567892,900.00,MUN000000117,Success,,IN42619755781930',
    'NEFT,001234567893,10.00,MUN000000999,Success,,IN42619755781931',
    'NEFT,001234567893,10.00,SALARY,Success,,IN42619755781932',
    '',
  ].join('\r\n')
  expect(read(`\uFEFF${file}`)).toEqual([
    [2, 115, 'IN42619755781929', 1200.5, 'matched'],
    [3, 116, '', 500, 'refused'],
    [4, 117, 'IN42619755781930', 900, 'decided'],
    [5, 999, 'IN42619755781931', 10, 'unknown'],
    [6, null, '', null, 'unknown'],
  ])
})

test.each([
  // a pasted line, what is made of it
  ['MUN000000115 UTR 432198765012', [1, 115, '432198765012', null, 'matched']],
  [
    'mun115\tRavi\t001234567890\tSBIN0031024\t1200.50\tUTR SBIN426197557819',
    [1, 115, 'SBIN426197557819', 1200.5, 'matched'],
  ],
  ['MUN000000115;1200.00;UTR No. 432198765012', [1, 115, '432198765012', 1200, 'amount']],
  ['MUN000000115,1200.50,Success', [1, 115, '', 1200.5, 'no utr']],
  ['MUN000000116,500.00,Returned by bank,RRN: 432198765012', [1, 116, '432198765012', 500, 'refused']],
  ['MUN000000115,1200.50,Success,IN42619755781929', [1, 115, 'IN42619755781929', 1200.5, 'matched']],
  ['MUN000000115,001234567890,1200.50,Success', [1, 115, '', 1200.5, 'no utr']],
  ['MUN000000115,1200.50,001234567890', [1, 115, '', 1200.5, 'no utr']],
  ['MUN000000115,ABCD1234567890,001234567890', [1, 115, '', null, 'no utr']],
  ['MUN000000115,SBIN0031024,ABCD1234567890,1200.50', [1, 115, '', 1200.5, 'no utr']],
  ['MUN000000115,UTR MUN000000115,1200.50', [1, 115, '', 1200.5, 'no utr']],
  ['432198765012 paid', [1, null, '', null, 'unknown']],
])('%j', (line, expected) => {
  expect(read(line)).toEqual([expected])
})

test.each([
  // the heads, a line below them, the UTR that is read
  [
    'REF_NO,UTR_NO,BENE_ACC_NO,AMOUNT,STATUS',
    'MUN000000115,ICICN12026112345678,001234567890,1200.50,Success',
    'ICICN12026112345678',
  ],
  ['REF_NO,UTR_NO,BENE_ACC_NO,AMOUNT,STATUS', 'MUN000000115,,001234567890,1200.50,Success', ''],
  ['Transaction Ref No,Amount,Status', 'MUN000000115,1200.50,Success', ''],
  ['REF_NO;BENE_ACC_NO;AMOUNT;STATUS', 'MUN000000115;001234567890;1200.50;Success', ''],
  ['Ref,Amount,Account,UTR,Status', 'MUN000000115,1,200.50,001234567890,IN42619755781929,Success', ''],
  ['Ref,Amount,Account,UTR,', 'MUN000000115,1200.50,001234567890,IN42619755781929,,', 'IN42619755781929'],
])("under %j neither the payee's account nor our reference is the UTR of %j", (heads, line, utr) => {
  const [, , said, , verdict] = read(`${heads}\n${line}`).at(-1)!
  expect(said).toBe(utr)
  expect(verdict === 'matched').toBe(utr !== '')
})

test.each([
  // an amount, under a head or in a line, and what is made of it
  ['1,200.50', 1200.5, 'matched'],
  ['₹ 1200.50', 1200.5, 'matched'],
  ['INR 1,200.5000', 1200.5, 'matched'],
  ['Rs. 1.00', 1, 'amount'],
  ['Rs.1', 1, 'amount'],
  ['0.00', 0, 'amount'],
  ['USD 1,200', null, 'amount', 'matched'],
  ['12 00,50', null, 'amount', 'matched'],
  ['1200', 1200, 'amount', 'matched'],
  ['', null, 'matched'],
])('the amount %j is read as %j', (said, amount, verdict, inLine = verdict) => {
  const utr = 'IN42619755781929'
  const answered = (text: string) => read(text).map((answer) => [answer[3], answer[4]])
  expect(answered(`Ref,Amount,UTR\nMUN115,"${said}",${utr}`)).toEqual([[amount, verdict]])
  const known = inLine === verdict ? amount : null
  expect(answered(`MUN115,"${said}",${utr}`)).toEqual([[known, inLine]])
})

test.each([
  // what the bank says, what it is as a status and in a line without heads
  ['Success', 'matched'],
  ['PROCESSED', 'matched'],
  ['Paid on 26/11/2026', 'matched'],
  ['Declined', 'refused'],
  ['Unsuccessful', 'refused'],
  ['Bounced', 'refused'],
  ['Not paid', 'refused'],
  ['Pending', 'open'],
  ['Under process', 'open'],
  ['To be processed', 'open'],
  ['On hold', 'open'],
  ['Awaiting approval', 'open'],
  ['Unpaid', 'open'],
  ['Not processed', 'open'],
  ['', 'open', 'matched'],
  ['Approved by maker', 'open', 'matched'],
])('of a payment that is %j the bank says %s', (said, verdict, inLine = verdict) => {
  const utr = 'IN42619755781929'
  expect(read(`Ref,Amount,Txn_Status,UTR\nMUN115,1200.50,${said},${utr}`)[0]![4]).toBe(verdict)
  expect(read(`MUN115,1200.50,${said},${utr}`)[0]![4]).toBe(inLine)
  // A file that says of its batch, too, that it is done.
  expect(read(`Ref,Amount,Status,Txn_Status,UTR\nMUN115,1200.50,Done,${said},${utr}`)[0]![4]).toBe(verdict)
})

test.each([
  // what became of it here, what the bank says, the verdict
  ['rejected', 'No such account', 'UTR 432198765012', 'rejected'],
  ['rejected', 'No such account', 'Returned by bank,UTR 432198765012', 'decided'],
  ['rejected', 'No such account', '1200.50', 'decided'],
  ['completed', 'UTR 432198765012 · by hand', 'UTR 432198765012', 'decided'],
  ['completed', 'UTR sbin426197557819', 'UTR SBIN426197557819', 'decided'],
  ['completed', 'UTR 432198765011', 'UTR 432198765012', 'paid twice'],
  ['completed', 'UTR 432198765011', 'Pending,UTR 432198765012', 'decided'],
  ['completed', 'paid in cash', 'UTR 432198765012', 'decided'],
] as const)('of one that is %s with %j here, %j at the bank is %s', (status, note, said, verdict) => {
  const decided = [{ id: 115, amount: 1200.5, status, note }]
  expect(readAnswers(`MUN115,${said}`, decided)[0]!.verdict).toBe(verdict)
})

test('an amount between blanks is one, too', () => {
  expect(read('MUN115 0.00 UTR IN42619755781929')).toEqual([[1, 115, 'IN42619755781929', 0, 'amount']])
})

test('one UTR for two, or one withdrawal twice, is none', () => {
  expect(read('MUN115 432198765012\nMUN116 432198765012').map(([, , , , verdict]) => verdict)).toEqual([
    'twice',
    'twice',
  ])
  expect(read('MUN115 432198765012\nMUN115 432198765013').map(([, , , , verdict]) => verdict)).toEqual([
    'twice',
    'twice',
  ])
})
