import { BANKS, WALLET_BANKS } from '#contract/withdrawal-limits.ts'

type ListedBank = {
  id: string
  name?: string | null | undefined
  code?: string | null | undefined
  achCode?: string | number | null | undefined
}

/** Words that banks have in common. */
const COMMON = new Set(['BANCO', 'BANK', 'DE', 'S', 'A', 'SA', 'COLOMBIA', 'CF'])

/** What tells a bank apart: `Banco de Bogotá` and `BANCO_BOGOTA` are `BOGOTA`. */
function wordsOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
  const words = plain.match(/[A-Z0-9]+/g) ?? []
  return words.filter((word) => !COMMON.has(word)).join(' ')
}

/** Our name of a bank of the clearing house. */
export function bankName(bankCode: string): string {
  if (bankCode === WALLET_BANKS.nequi) return 'Nequi'
  if (bankCode === WALLET_BANKS.daviplata) return 'Daviplata'
  return BANKS[bankCode as keyof typeof BANKS] ?? ''
}

/**
 * The provider's bank of a code of the clearing house: by its digits, in whichever field; else by
 * its word or name, if exactly one bank without digits fits. Undefined when it is not there.
 */
export function findBank<B extends ListedBank>(banks: readonly B[], bankCode: string) {
  const digits = ({ achCode }: B) => (achCode == null ? '' : String(achCode).trim())
  const exact = banks.find((bank) => digits(bank) === bankCode || bank.code === bankCode)
  if (exact) return exact
  const wanted = wordsOf(bankName(bankCode))
  // A bank with other digits is another bank, whatever its name.
  const named = banks.filter(
    (bank) =>
      wanted !== '' &&
      digits(bank) === '' &&
      [bank.code, bank.name].some((name) => wordsOf(name ?? '') === wanted),
  )
  return named.length === 1 ? named[0] : undefined
}
