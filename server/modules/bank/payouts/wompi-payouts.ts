import type { Deps } from '#server/platform/deps.ts'
import type {
  KeyHolder,
  LegalIdType,
  Payout,
  PayoutPort,
  PayoutTarget,
  PreparedPayout,
  TakenPayout,
} from './payout-port.ts'
import {
  type Connection,
  failure,
  type PayoutDeps,
  payoutsBreaker,
  request,
} from './payouts-http.ts'
import { bankName, findBank } from './wompi-banks.ts'
import { codeOf, expected, find, list, look, read } from './wompi-lookups.ts'
import { Bank, Created, Key, parse, parseList } from './wompi-shapes.ts'

// https://docs.wompi.co/docs/colombia/crea-tu-primer-lote/: v1 pays to banks and wallets, v2 to
// Bre-B keys (https://docs.wompi.co/docs/colombia/guia-integracion-breb/).

const NO_FUNDS = ['EXC_008', 'EXC_017', 'EXC_018', 'EXC_019']
const REPEATED = ['EXC_022', 'EXC_032']
/** Codes for a Bre-B key that is malformed, unknown or inactive. */
const NO_SUCH_KEY = ['EXC_033', 'EXC_034', 'EXC_035']
/** Codes that leave open what was done: an internal error, or the Bre-B directory failed. */
const UNCERTAIN = ['EXC_001', 'EXC_036', 'EXC_037']
/** Statuses that can arrive although the payout was made: too early, timeout, conflict. */
const UNCERTAIN_STATUS = [408, 409, 425]

/** Names of the provider for kinds of accounts and documents; its API of payouts lacks `OTHER`. */
export const payoutWords = {
  accountType: { savings: 'AHORROS', checking: 'CORRIENTE', wallet: 'DEPOSITO_ELECTRONICO' },
  legalIdType: { CC: 'CC', CE: 'CE', PAS: 'PP', PPT: 'OTHER' },
} as const

/**
 * Whether the payouts API can pay this holder. A bank account requires a type of document that the
 * API knows; a Bre-B key requires no document.
 */
export function isPayable(target: PayoutTarget, { legalIdType }: { legalIdType: LegalIdType }) {
  return target.kind === 'key' || payoutWords.legalIdType[legalIdType] !== 'OTHER'
}

const KEY_TYPE = {
  phone: 'PHONE',
  document: 'IDENTIFICATION',
  email: 'MAIL',
  alphanumeric: 'ALPHANUMERIC',
} as const

/** Returns the payout port of the gateway; undefined if it is not configured. */
export function payoutPort(deps: PayoutDeps): PayoutPort | undefined {
  const { payouts: origin } = deps.urls
  const { payouts: keys } = deps.secrets
  if (origin === undefined || keys === undefined) return undefined
  const connection: Connection = { deps, origin: origin.replace(/\/+$/, ''), keys }
  return {
    restsUntil: () => payoutsBreaker(deps).closedUntil(deps.clock.now()),
    sender: { principalId: keys.principalId, accountId: keys.accountId },
    prepare: (payout) => prepare(connection, payout),
    send: (prepared, key) => send(connection, prepared, key),
    look: (by) => look(connection, by),
    find: (by) => find(connection, by),
    read: (ids) => read(connection, ids),
    list: (days) => list(connection, days),
    resolveKey: (input) => resolveKey(connection, input),
  }
}

/** Tells whether the gateway is configured to pay people. */
export function paysByGateway(deps: Pick<Deps, 'urls' | 'secrets'>): boolean {
  return deps.urls.payouts !== undefined && deps.secrets.payouts !== undefined
}

async function prepare(connection: Connection, payout: Payout): Promise<PreparedPayout> {
  const { principalId, accountId } = connection.keys
  const { target, holder, reference } = payout
  const legalIdType = payoutWords.legalIdType[holder.legalIdType]
  const body = {
    reference,
    accountId,
    paymentType: 'PROVIDERS',
    transactions: [
      {
        ...(legalIdType === 'OTHER' ? {} : { legalIdType, legalId: holder.legalId }),
        ...(await destination(connection, target)),
        name: holder.name,
        email: holder.email,
        amount: payout.pesos * 100,
        reference,
        personType: 'NATURAL',
        description: `Retiro Cupo ${reference}`,
      },
    ],
  }
  return {
    apiVersion: target.kind === 'key' ? 'v2' : 'v1',
    sender: { principalId, accountId },
    body: JSON.stringify(body),
  }
}

/** Builds the destination: the gateway has its own bank ids; a Bre-B key needs no type. */
async function destination(connection: Connection, target: PayoutTarget) {
  if (target.kind === 'key') return { key: target.key }
  const { deps } = connection
  const answer = await request(connection, { method: 'GET', path: '/v1/banks' })
  const banks = parseList(deps, Bank, expected(connection, answer))
  if (banks.length === 0) throw failure(deps, 'malformed', 'no banks')
  const { bankCode } = target
  const bank = findBank(banks, bankCode)
  if (!bank) {
    throw failure(deps, 'refused', `no bank ${bankCode} ${bankName(bankCode)}`, 'BANK_UNKNOWN')
  }
  return {
    bankId: bank.id,
    accountType: payoutWords.accountType[target.accountType],
    accountNumber: target.number,
  }
}

async function send(
  connection: Connection,
  { apiVersion, body }: PreparedPayout,
  idempotencyKey: string,
): Promise<TakenPayout> {
  const { deps } = connection
  const path = `/${apiVersion}/payouts`
  const answer = await request(connection, { method: 'POST', path, idempotencyKey, body })
  if (answer.status < 300) {
    const { payoutId, success } = parse(deps, Created, answer.body)
    return { payoutId, started: success !== 0 }
  }
  const { status } = answer
  const code = codeOf(answer)
  if (REPEATED.includes(code)) throw failure(deps, 'repeated', code)
  const isDefinite = /^EXC_\d{3}$/.test(code) && !UNCERTAIN.includes(code)
  if (!isDefinite || status < 400 || UNCERTAIN_STATUS.includes(status)) {
    throw failure(deps, 'malformed', `${status} ${code}`)
  }
  if (NO_FUNDS.includes(code)) throw failure(deps, 'no_funds', code)
  throw failure(deps, 'refused', code, code)
}

async function resolveKey(
  connection: Connection,
  { keyType, key }: { keyType: keyof typeof KEY_TYPE; key: string },
): Promise<KeyHolder | undefined> {
  const path = `/v2/breb/keys/resolve/${encodeURIComponent(key)}?keyType=${KEY_TYPE[keyType]}`
  const answer = await request(connection, { method: 'GET', path })
  if (answer.status === 404 || NO_SUCH_KEY.includes(codeOf(answer))) return undefined
  const { holderName, financialEntity } = parse(connection.deps, Key, expected(connection, answer))
  return { name: holderName, bank: financialEntity?.name ?? null }
}
