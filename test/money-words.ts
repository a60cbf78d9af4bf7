// What a text about the money of a booking may say, by the payment mode of the booking.

/** Comes back; but a trip goes back on sale, and people try again. */
const COMES_BACK = String.raw`\bv(?:uelven?|olvi(?:ó|eron))\b(?! a la venta| a \w+r| cuando)`
/** Cupo returns money; a passenger also gives back seats. */
const RETURNS = String.raw`devol(?![a-zó]*(?: algunos| \d+)? cupos?\b)|(?<!cupos (?:que )?)devuel`
/** Cupo has the fare, or moves it. */
const CUPO_HAS = [
  String.raw`billetera|saldo|${RETURNS}|reembols|apart[aoó]|retir(?:a|o|as|arl[oa])?\b|recarg`,
  String.raw`de vuelta|recupera|dinero|\bplata\b|queda para|${COMES_BACK}`,
].join('|')
/** The passenger hands the fare to the driver; what a debt keeps a driver from is no fare. */
const BY_HAND_OF = [
  'efectivo|(?<!publicar con )pago directo|directamente|por fuera|transferencia',
  String.raw`\b(?:le|te|les) pag(?:a|as|an|ó|aron)\b`,
].join('|')
/** Money is paid, charged or earned, whoever has it. */
const PAID = [
  String.raw`\bcobr|\bpag(?:a|as|an|amos|ar|ará|aron|aste|ó|ado|ada|ue|uen)\b|\bpasajes?\b|comisi`,
  String.raw`\bgan(?:as|aste|ancias?)\b|le debes|\brecib(?:e|es|en|iste|ió|ieron|imos)\b.*\$`,
].join('|')

const THROUGH_CUPO = new RegExp(CUPO_HAS, 'i')
const BY_HAND = new RegExp(BY_HAND_OF, 'i')
/** Says that money moves, is held or is owed. An amount alone is a price. */
const MOVES = new RegExp([CUPO_HAS, BY_HAND_OF, PAID].join('|'), 'i')

/** Of `directo` Cupo holds the commission, in the driver's wallet; the sentence must name it. */
const COMMISSION = /comisi/i
/** About a whole trip, whose passengers may pay in both ways: the sentence names the mode. */
export const NAMES_MODE =
  /pag(?:ó con su|aste con tu|aron con su) billetera|reservarlo con tu billetera/i
/** Nothing moves, or points do. */
const NO_MONEY = /siguen igual|no cambiaron|puntos/i

export type Mode = 'billetera' | 'directo'

/** Sentences of a text, with one kind of space. */
export function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/[\s\u00A0\u202F]+/g, ' ')
    .split(/(?<=[.;:?!]) /)
    .filter((each) => each !== '')
}

/** Sentences that are wrong for this payment mode. */
export function wrongFor(mode: Mode, sentences: readonly string[]): string[] {
  return sentences.filter((sentence) =>
    mode === 'directo'
      ? THROUGH_CUPO.test(sentence) && !COMMISSION.test(sentence) && !NAMES_MODE.test(sentence)
      : BY_HAND.test(sentence),
  )
}

/** Says something about money: more than the label of a figure. */
export const isSaid = (text: string) => /\p{L}[,:]? \p{L}/u.test(text) && MOVES.test(text)

/** Sentences about moving money that are the same for both modes: they do not know the mode. */
export function blindSentences(texts: Record<Mode, readonly string[]>): string[] {
  const direct = new Set(texts.directo)
  return texts.billetera.filter(
    (each) => direct.has(each) && isSaid(each) && !NAMES_MODE.test(each) && !COMMISSION.test(each),
  )
}

/** Sentences about the money of a booking in a text that has no payment mode. */
export function unaskedSentences(sentences: readonly string[]): string[] {
  return sentences.filter(
    (each) => MOVES.test(each) && !NAMES_MODE.test(each) && !NO_MONEY.test(each),
  )
}
