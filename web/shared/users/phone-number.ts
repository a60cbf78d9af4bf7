import { PHONE_WANTED, personalPhone } from '#contract/phone-number.ts'
import { phone } from '#web/lib/format.ts'

/** Formats `+573001234567` as `300 123 4567`; a foreign number is not changed. */
export const nationalPhone = (value: string): string => phone(value).replace('+57 ', '')

/** Returns the number with its country prefix: +57 unless the text has a prefix. */
export const wholePhone = (text: string) => personalPhone(text) ?? text.trim()

/** Returns the problem with a phone number, by the server's rule; an empty text is valid. */
export function phoneProblem(text: string): string | null {
  return text.trim() === '' || personalPhone(text) ? null : PHONE_WANTED
}
