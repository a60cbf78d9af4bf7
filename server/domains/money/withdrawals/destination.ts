import { z } from 'zod'
import type { NewAccount } from '#contract/withdrawal-accounts.ts'
import { BANKS, KEY_TYPES, WALLET_BANKS } from '#contract/withdrawal-limits.ts'
import type { PayoutTarget } from '#server/domains/bank/payouts/payouts.public.ts'
import { blindIndex, isCurrent, open, seal, sealAnew } from '#server/platform/crypto.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/** Where money goes and whose it is; encrypted at rest, never logged. */
const Destination = z.object({
  kind: z.enum(['bank', 'nequi', 'daviplata', 'breb']),
  bank: z.string().nullable(),
  accountType: z.enum(['savings', 'checking']).nullable(),
  keyType: z.enum(KEY_TYPES).nullable(),
  /** Number of the account or telephone, or the key. */
  number: z.string(),
  /** As the bank or the directory of keys knows it. */
  holder: z.string(),
})
export type Destination = z.infer<typeof Destination>

type Place = 'payout_accounts' | 'withdrawals'
type Keys = Pick<Secrets, 'dataKey'>

/** The ciphertext opens in its row only. */
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

/** What `sealDestination` encrypted for this row; throws for anything else. */
export function openDestination(
  { dataKey }: Keys,
  place: Place,
  id: string,
  sealed: Buffer,
): Destination {
  const bytes = open(dataKey, contextOf(place, id), sealed)
  return Destination.parse(JSON.parse(bytes.toString('utf8')))
}

/** The ciphertext under the key in use; null when it already is. */
export function resealDestination(
  { dataKey }: Keys,
  place: Place,
  { id, sealed }: { id: string; sealed: Buffer },
): Buffer | null {
  return isCurrent(dataKey, sealed) ? null : sealAnew(dataKey, contextOf(place, id), sealed)
}

/** What a person typed, with the holder that their verified identity or the directory gives. */
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

/** A key in the form in which the directory has it. */
export function normalKey({ keyType, key }: { keyType: string; key: string }): string {
  if (keyType === 'phone') return key.replace(/^\+?57(?=3\d{9}$)/, '')
  if (keyType === 'document') return key.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  return key.toLowerCase()
}

/** The same account has the same digest, whoever adds it. With a key of its own. */
export function destinationIndex(
  { indexKey }: Pick<Secrets, 'indexKey'>,
  { kind, bank, number }: Destination,
): Buffer {
  const own = blindIndex(indexKey, 'payout_accounts.number')
  return blindIndex(own, `${kind}|${bank ?? ''}|${number}`)
}

const ACCOUNT_TYPES = { savings: 'Ahorros', checking: 'Corriente' } as const

/** `Bancolombia · Ahorros`, `Nequi`, `Llave Bre-B`. */
export function titleOf({ kind, bank, accountType }: Omit<Destination, 'number' | 'holder'>) {
  if (kind === 'nequi') return 'Nequi'
  if (kind === 'daviplata') return 'Daviplata'
  if (kind === 'breb') return 'Llave Bre-B'
  const name = BANKS[bank as keyof typeof BANKS] ?? 'Banco'
  return accountType ? `${name} · ${ACCOUNT_TYPES[accountType]}` : name
}

const SHOWN = 4

/** The last four characters; of an address its domain, of a short key less. */
export function maskedNumber({ number }: Pick<Destination, 'number'>): string {
  const [local = '', domain] = number.split('@').filter(Boolean)
  if (domain !== undefined) return `${local.slice(0, 1)}•••@${domain}`
  const shown = Math.min(SHOWN, Math.floor(number.length / 2))
  return `•••• ${number.slice(-shown)}`
}

/** In the words of who pays. */
export function targetOf(destination: Destination): PayoutTarget {
  const { kind, bank, accountType, keyType, number } = destination
  if (kind === 'breb') return { kind: 'key', keyType: keyType ?? 'alphanumeric', key: number }
  if (kind === 'bank') {
    const type = accountType ?? 'savings'
    return { kind: 'account', bankCode: bank ?? '', accountType: type, number }
  }
  return { kind: 'account', bankCode: WALLET_BANKS[kind], accountType: 'wallet', number }
}
