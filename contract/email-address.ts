import { typedText } from './typed-text.ts'

/** An e-mail address without what programs add around it; its case stays. */
export function cleanEmail(text: string): string {
  return typedText(text)
    .replace(/^<(.*)>$/, '$1')
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .replace(/[.,;]+$/, '')
    .normalize('NFC')
}

/** Comparison key of an e-mail address: two spellings of one address are one account. */
export const emailKey = (email: string) => cleanEmail(email).toLowerCase()

/** Whether a text has the form of an e-mail address, once it is cleaned as `cleanEmail` does. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cleanEmail(text))

/** Domains of most people, from which a wrong letter is a slip. */
const COMMON = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'live.com',
  'hotmail.es',
  'outlook.es',
  'yahoo.es',
  'yahoo.com.co',
]
/** Domains of others that are one letter away from a common one. */
const OTHERS = ['mail.com', 'email.com', 'ymail.com', 'fmail.com', 'love.com']

/** The address that was probably meant, such as `pepe@gmail.com` for `pepe@gmail.con`; or null. */
export function meantEmail(text: string): string | null {
  const [, local, domain = ''] = /^([^\s@]+)@([^\s@]+)$/.exec(cleanEmail(text).toLowerCase()) ?? []
  if (!local || [...COMMON, ...OTHERS].includes(domain)) return null
  const meant = COMMON.find((common) => isOneSlip(domain, common))
  return meant === undefined ? null : `${local}@${meant}`
}

/** Whether two texts differ by one typing error: a missing, extra, wrong or swapped letter. */
function isOneSlip(typed: string, right: string): boolean {
  const longest = Math.min(typed.length, right.length)
  let start = 0
  while (start < longest && typed[start] === right[start]) start += 1
  let end = 0
  while (end < longest - start && typed.at(-1 - end) === right.at(-1 - end)) end += 1
  const [a, b] = [typed, right].map((text) => text.slice(start, text.length - end))
  if (a === undefined || b === undefined) return false
  return (a.length < 2 && b.length < 2) || (a.length === 2 && b === `${a[1]}${a[0]}`)
}
