/** Invented people from all over India: names that go together, mobiles, and how they are paid. None is a real person. */
import type { FieldFor, TextField } from '@munim/core'
import type { Chance } from './chance.ts'
import type { TransferType } from './world.ts'

/** Names of one region and places where its people have their accounts. */
const REGIONS = [
  [
    'Asha Ganesh Sunita Prakash Vaishali Sagar Manisha Santosh',
    'Patil Jadhav Shinde Bhosale',
    'Dadar Thane Pune',
  ],
  ['Hitesh Bhavna Jignesh Komal Ketan', 'Patel Solanki Parmar Chauhan', 'Maninagar Adajan Rajkot'],
  ['Ramesh Pooja Dinesh Anita Vinod Rekha Umesh', 'Yadav Mishra Tiwari Maurya', 'Gomtinagar Varanasi Kanpur'],
  ['Mahendra Kiran Bhanwar Sangeeta', 'Rathore Meena Choudhary Saini', 'Jaipur Jodhpur Udaipur'],
  [
    'Sukhdev Jaswinder Harjit Manjeet',
    'Singh~Gill Singh~Sandhu Singh~Dhillon',
    'Ludhiana Amritsar Jalandhar',
  ],
  ['Simran Navneet Rajwinder', 'Kaur~Sidhu Kaur~Grewal Kaur~Bajwa', 'Patiala Mohali Bathinda'],
  [
    'Imran Farida Salim Nasreen Javed Yasmin Rafiq',
    'Shaikh Ansari Qureshi Pathan',
    'Bhiwandi Malegaon Aligarh',
  ],
  ['Agnelo Maria Joseph Melvin Celine', 'Fernandes Dsouza Rodrigues Pereira', 'Margao Panaji Bandra'],
  ['Murugan Kavitha Senthil Lakshmi Karthik', 'Selvaraj Subramanian Palanisamy', 'Madurai Coimbatore Salem'],
  ['Venkatesh Padma Nagesh Anuradha', 'Reddy Naidu Chary', 'Ameerpet Vijayawada Warangal'],
  ['Manjunath Shwetha Basavaraj Roopa', 'Gowda Hegde Shetty', 'Jayanagar Hubballi Mangaluru'],
  ['Binoy Sreeja Shaji Jincy', 'Thomas Nair Varghese Menon', 'Kochi Thrissur Kottayam'],
  ['Subrata Moumita Dipak Rina Joydeep', 'Mondal Chatterjee Ghosh Saha', 'Behala Howrah Siliguri'],
  ['Bikash Sasmita Prasanta', 'Sahoo Nayak Behera', 'Cuttack Rourkela Puri'],
  ['Pranab Rupali Hemanta', 'Bora Kalita Saikia', 'Guwahati Jorhat Tezpur'],
] as const

/** Name, letters of its IFSC, figures of an account number. */
const BANKS = [
  ['State Bank of India', 'SBIN', 11],
  ['HDFC Bank', 'HDFC', 14],
  ['ICICI Bank', 'ICIC', 12],
  ['Axis Bank', 'UTIB', 15],
  ['Punjab National Bank', 'PUNB', 16],
  ['Bank of India', 'BKID', 15],
  ['Canara Bank', 'CNRB', 13],
  ['Union Bank of India', 'UBIN', 15],
  ['Kotak Mahindra Bank', 'KKBK', 10],
  ['Bank of Maharashtra', 'MAHB', 11],
  ['Federal Bank', 'FDRL', 14],
  ['Indian Bank', 'IDIB', 10],
] as const

const UPI_HANDLES = ['okaxis', 'oksbi', 'okhdfcbank', 'okicici', 'ybl', 'ibl', 'paytm', 'upi']

type Profile = Partial<Record<Extract<FieldFor<'by player'>, TextField>, string>>

export interface Person {
  readonly user_name: string
  readonly mobile: string
  /** What they have told of themselves since they registered; some have told little. */
  readonly profile: Profile
  readonly transferTypes: readonly TransferType[]
}

/** A person whose name and mobile are not taken yet; both are then. */
export function inventPerson(chance: Chance, taken: Set<string>): Person {
  const [firsts, lasts, places] = chance.weighted(REGIONS, ([names]) => names.length)
  const first = chance.oneOf(firsts.split(' '))
  const last = chance.oneOf(lasts.split(' ')).replace('~', ' ')
  const user_name = `${first} ${last}`
  const mobile = `${chance.oneOf(['6', '7', '8', '9', '9', '9'])}${chance.figures(9)}`
  if (taken.has(user_name) || taken.has(mobile)) return inventPerson(chance, taken)
  taken.add(user_name).add(mobile)

  const short = user_name.toLowerCase().replaceAll(' ', '.')
  const place = chance.oneOf(places.split(' '))
  const upi = `${chance.happens(0.5) ? short : mobile}@${chance.oneOf(UPI_HANDLES)}`
  const transferTypes: TransferType[] = []
  const profile: Profile = {}
  const tell = (probability: number, type: TransferType | null, fields: Profile) => {
    if (!chance.happens(probability)) return
    Object.assign(profile, fields)
    if (type) transferTypes.push(type)
  }
  tell(0.7, 'bank', { account_holder_name: user_name, branch_name: place, ...accountAt(chance) })
  tell(0.6, 'upi', { upi_id: upi, upi_number: mobile })
  tell(0.55, 'phonepe', { phone_pay_no: mobile })
  tell(0.5, 'gpay', { google_pay_no: mobile })
  tell(0.3, 'paytm', { paytm_no: mobile })
  // Each can be paid in some way.
  if (transferTypes.length === 0) tell(1, 'upi', { upi_id: upi, upi_number: mobile })
  tell(0.35, null, { telegram: `@${short.replaceAll('.', '_')}` })
  tell(0.4, null, { address: `${chance.whole(1, 240)}, Station Road, ${place}` })
  return { user_name, mobile, profile, transferTypes }
}

/** An account of a true shape: IFSC is four letters, a zero and six figures. */
function accountAt(chance: Chance): Profile {
  const [bank_name, letters, length] = chance.oneOf(BANKS)
  const ifsc_code = `${letters}000${chance.figures(4)}`
  return { bank_name, ifsc_code, account_no: `${chance.whole(1, 9)}${chance.figures(length - 1)}` }
}
