import { BANKS, WALLET_BANKS } from '#contract/withdrawal-limits.ts'

type ListedBank = {
  id: string
  name?: string | null | undefined
  code?: string | null | undefined
  achCode?: string | number | null | undefined
}

/** Words that many bank names contain. */
const COMMON = new Set(['BANCO', 'BANK', 'DE', 'S', 'A', 'SA', 'COLOMBIA', 'CF'])

/** Returns the distinctive words: `BOGOTA` for `Banco de Bogotá` and `BANCO_BOGOTA`. */
function wordsOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const words = plain.match(/[A-Z0-9]+/g) ?? []
  return words.filter((word) => !COMMON.has(word)).join(' ')
}

/** Returns our name for a bank code of the clearing house. */
export function bankName(bankCode: string): string {
  if (bankCode === WALLET_BANKS.nequi) return 'Nequi'
  if (bankCode === WALLET_BANKS.daviplata) return 'Daviplata'
  return BANKS[bankCode as keyof typeof BANKS] ?? ''
}

/**
 * Finds the provider's bank for a code of the clearing house: by its digits, in either field; else
 * by its word or name, if exactly one bank without digits matches. Undefined if not found.
 */
export function findBank<B extends ListedBank>(banks: readonly B[], bankCode: string) {
  const digits = ({ achCode }: B) => (achCode == null ? '' : String(achCode).trim())
  const exact = banks.find((bank) => digits(bank) === bankCode || bank.code === bankCode)
  if (exact) return exact
  const wanted = wordsOf(bankName(bankCode))
  // A bank with other digits is a different bank, whatever its name is.
  const named = banks.filter(
    (bank) =>
      wanted !== '' &&
      digits(bank) === '' &&
      [bank.code, bank.name].some((name) => wordsOf(name ?? '') === wanted),
  )
  return named.length === 1 ? named[0] : undefined
}
