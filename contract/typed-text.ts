/** Marks that phones and programs add to a copied text and that nobody sees. */
const UNSEEN_MARKS = /\p{Cf}|\u034F|[\uFE00-\uFE0F]/gu
const FULL_WIDTH = /[\uFF01-\uFF5E]/g
const FULL_WIDTH_OFFSET = 0xfee0

/**
 * What a person meant to type as an identifier: without unseen marks, with ASCII in place of the
 * full-width letters of some keyboards, each dash a hyphen, and single ordinary spaces.
 */
export function typedText(text: string): string {
  return text
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(UNSEEN_MARKS, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What people write between the digits of a number, or around it. */
const SEPARATORS = /[ ()./·,;'"-]/g

/** A typed number or code without separators. */
export const bareText = (text: string) => typedText(text).replace(SEPARATORS, '')

/** A text in lower case without accents, to compare it. */
export const unaccented = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
