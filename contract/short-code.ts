import { bareText } from './typed-text.ts'

/** Letters and digits of ticket and invitation codes, without the look-alikes 0 O 1 I L. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export const TICKET_CODE_LENGTH = 6
export const INVITATION_CODE_LENGTH = 8

/**
 * Reads a typed code of `length` characters in any spelling; null if it cannot be one. `O` and `0`
 * are in no code: who types them saw a `Q`.
 */
export function readShortCode(typed: string, length: number): string | null {
  const code = bareText(typed).toUpperCase().replace(/[O0]/g, 'Q')
  const isCode = code.length === length && [...code].every((each) => CODE_ALPHABET.includes(each))
  return isCode ? code : null
}
