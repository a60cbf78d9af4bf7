import { typedText } from './typed-text.ts'

/**
 * Reads an amount as people and banks write it, in cents; null when the text is none. A last `.` or
 * `,` with one or two digits behind it is decimals, all others group thousands. Negative are
 * `-50.000`, `50.000-` and `(50.000)`. A group that has not three digits is refused: `-50000.000`
 * could be fifty thousand or fifty million.
 */
export function readCents(text: string): number | null {
  const bare = typedText(text).replace(/COP|[$+' ]/gi, '')
  const [, open, before, digits, , decimals = '', after, close] =
    /^(\(?)(-?)((\d{1,3}(?:[.,]\d{3})+)|\d+)(?:[.,](\d{1,2}))?(-?)(\)?)$/.exec(bare) ?? []
  const signs = [open && close, before, after].filter(Boolean).length
  if (digits === undefined || Boolean(open) !== Boolean(close) || signs > 1) return null
  const cents = Number(`${digits.replace(/[.,]/g, '')}${decimals.padEnd(2, '0')}`)
  if (!Number.isSafeInteger(cents)) return null
  return signs === 1 ? -cents : cents
}

/** Reads the first amount of a pasted text in whole pesos, without decimals; null without one. */
export function readPesos(text: string): number | null {
  const [amount] = /\d[\d.,'’´ ]*/.exec(typedText(text)) ?? []
  const whole = amount?.replace(/[^\d]+$/, '').replace(/[.,]\d{1,2}$/, '')
  return whole === undefined ? null : Number(whole.replace(/\D/g, ''))
}
