import { bareText, typedText } from './typed-text.ts'

/** Sentence for a text that is no mobile number. */
export const PHONE_WANTED = 'Escribe un celular de 10 dígitos, como 300 123 4567.'

/**
 * Reads a phone number in any spelling as its international form, such as `+573001234567`; null
 * when it is none. Ten digits are Colombian (numbering plan of 2021: 3… and 60…); other numbers
 * need a country code, after `+` or `00`.
 */
export function phoneKey(text: string): string | null {
  const bare = bareText(typedText(text).replace(/^tel:/i, '')).replace(/^00/, '+')
  const national = /^(?:\+?57)?(3\d{9}|60\d{8})$/.exec(bare)?.[1]
  if (national) return `+57${national}`
  return /^\+(?!57)[1-9]\d{7,14}$/.test(bare) ? bare : null
}

/** Reads a number to which a person can be called or texted: of a mobile, or of another country. */
export function personalPhone(text: string): string | null {
  const key = phoneKey(text)
  return key?.startsWith('+5760') ? null : key
}

/** Reads a Colombian mobile number; null for others. */
export function mobileKey(text: string): string | null {
  const key = phoneKey(text)
  return key?.startsWith('+573') ? key : null
}

/** The ten digits of a Colombian mobile number, as banks write it; null for others. */
export const nationalMobile = (text: string) => mobileKey(text)?.slice(3) ?? null
