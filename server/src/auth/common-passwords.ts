/** Passwords that are guessed first: some 49,000 of those that leaked most often. */

/** Whether it is one of them, in letters of either case. The list is loaded when it is first asked for. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(password.toLowerCase())
}
