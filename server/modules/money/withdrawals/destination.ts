import { z } from 'zod'
import { DOCUMENT_TYPES, documentNumber } from '#contract/document-number.ts'
import { emailKey } from '#contract/email-address.ts'
import { nationalMobile } from '#contract/phone-number.ts'
import { bareText, typedText } from '#contract/typed-text.ts'
import type { NewAccount } from '#contract/withdrawal-accounts.ts'
import { BANKS, KEY_TYPES, WALLET_BANKS } from '#contract/withdrawal-limits.ts'
import type { PayoutTarget } from '#server/modules/bank/payouts/index.ts'
import { blindIndex, open, seal } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/** Account and holder to which money is paid; encrypted at rest, never logged. */
const Destination = z.object({
  kind: z.enum(['bank', 'nequi', 'daviplata', 'breb']),
  bank: z.string().nullable(),
  accountType: z.enum(['savings', 'checking']).nullable(),
  keyType: z.enum(KEY_TYPES).nullable(),
  /** Account number, phone number or Bre-B key. */
  number: z.string(),
  /** Name of the holder as the bank or the key directory has it. */
  holder: z.string(),
  /** Claim to the money of a closed account: its owner or heir, as verified before. */
  owner: z
    .object({
      name: z.string(),
      legalIdType: z.enum(DOCUMENT_TYPES),
      legalId: z.string(),
      email: z.string(),
      version: z.int(),
    })
    .optional(),
  /** Member of the team who entered the account of a claim; must not approve its payment. */
  enteredBy: z.string().nullable().optional(),
})
export type Destination = z.infer<typeof Destination>

type Place = 'payout_accounts' | 'withdrawals'
type Keys = Pick<Secrets, 'dataKey'>

/** Encryption context: the ciphertext of a destination can be decrypted only for its own row. */
const contextOf = (place: Place, id: string) => `${place}.destination:${id}`

export function sealDestination(
  { dataKey }: Keys,
  place: Place,
  id: string,
  destination: Destination,
): Buffer {
  const bytes = Buffer.from(JSON.stringify(destination), 'utf8')
  return seal(dataKey, contextOf(place, id), bytes)
}

/** Decrypts a destination of `sealDestination` for its row; throws for other ciphertext. */
export function openDestination(
  { dataKey }: Keys,
  place: Place,
  id: string,
  sealed: Buffer,
): Destination {
  const bytes = open(dataKey, contextOf(place, id), sealed)
  return Destination.parse(JSON.parse(bytes.toString('utf8')))
}

/** Builds the destination; the holder's name is of the verified identity or the key directory. */
export function destinationOf(given: NewAccount, holder: string): Destination {
  const bare = { bank: null, accountType: null, keyType: null }
  if (given.kind === 'breb') {
    return { ...bare, kind: 'breb', keyType: given.keyType, number: normalKey(given), holder }
  }
  if (given.kind === 'bank') {
    const { bank, accountType, number } = given
    return { ...bare, kind: 'bank', bank, accountType, number, holder }
  }
  return { ...bare, kind: given.kind, number: given.number, holder }
}

/** Normalises a Bre-B key to the form of the directory. */
export function normalKey({ keyType, key }: { keyType: string; key: string }): string {
  if (keyType === 'phone') return nationalMobile(key) ?? bareText(key)
  if (keyType === 'document') return documentNumber('CC', key) ?? bareText(key).toUpperCase()
  if (keyType === 'email') return emailKey(key)
  return typedText(key).replaceAll(' ', '').toLowerCase()
}

/** Keyed digest of an account, equal for everybody who adds the account. Uses a derived key. */
export function destinationIndex(
  { indexKey }: Pick<Secrets, 'indexKey'>,
  { kind, bank, number }: Destination,
): Buffer {
  const own = blindIndex(indexKey, 'payout_accounts.number')
  return blindIndex(own, `${kind}|${bank ?? ''}|${number}`)
}

const ACCOUNT_TYPES = { savings: 'Ahorros', checking: 'Corriente' } as const

/** Title of an account, such as `Bancolombia · Ahorros`, `Nequi` or `Llave Bre-B`. */
export function titleOf({ kind, bank, accountType }: Omit<Destination, 'number' | 'holder'>) {
  if (kind === 'nequi') return 'Nequi'
  if (kind === 'daviplata') return 'Daviplata'
  if (kind === 'breb') return 'Llave Bre-B'
  const name = BANKS[bank as keyof typeof BANKS] ?? 'Banco'
  return accountType ? `${name} · ${ACCOUNT_TYPES[accountType]}` : name
}

const SHOWN = 4

/** Shows the last four characters of a number, fewer of a short key, or the domain of an email. */
export function maskedNumber({ number }: Pick<Destination, 'number'>): string {
  const [local = '', domain] = number.split('@').filter(Boolean)
  if (domain !== undefined) return `${local.slice(0, 1)}•••@${domain}`
  const shown = Math.min(SHOWN, Math.floor(number.length / 2))
  return `•••• ${number.slice(-shown)}`
}

/** An account as people see it. */
export function shownAccount(destination: Destination) {
  return { title: titleOf(destination), masked: maskedNumber(destination) }
}

/** An account in one line: its title and the end of its number. */
export function accountLine(destination: Destination): string {
  return `${titleOf(destination)} ${maskedNumber(destination)}`
}

type Sealed = { id: string; sealed: Buffer | null }

/** Decrypts where a withdrawal is paid; null once it is erased. */
export function destinationOfWithdrawal({ secrets }: { secrets: Keys }, { id, sealed }: Sealed) {
  return sealed && openDestination(secrets, 'withdrawals', id, sealed)
}

/** Converts a destination to the format of the payout provider. */
export function targetOf(destination: Destination): PayoutTarget {
  const { kind, bank, accountType, keyType, number } = destination
  if (kind === 'breb') return { kind: 'key', keyType: keyType ?? 'alphanumeric', key: number }
  if (kind === 'bank') {
    const type = accountType ?? 'savings'
    return { kind: 'account', bankCode: bank ?? '', accountType: type, number }
  }
  return { kind: 'account', bankCode: WALLET_BANKS[kind], accountType: 'wallet', number }
}
