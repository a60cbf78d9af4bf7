import type { PayoutAccountState } from './payout-port.ts'
import { type Connection, request } from './payouts-http.ts'
import { expected } from './wompi-lookups.ts'
import { Account, Health, Limits, parse, parseList } from './wompi-shapes.ts'

/** Source: https://docs.wompi.co/docs/colombia/consultas-y-operaciones/. */
export async function account(connection: Connection): Promise<PayoutAccountState> {
  const get = async (path: string) =>
    expected(connection, await request(connection, { method: 'GET', path }))
  const { deps } = connection
  const health = parse(deps, Health, await get('/v1/health'))
  const accounts = parseList(deps, Account, await get('/v1/accounts'))
  const { limits } = parse(deps, Limits, await get('/v1/limits'))
  return {
    health: health.status,
    down: (health.services ?? []).filter(({ healthy }) => !healthy).map(({ name }) => name),
    accounts: accounts.map(({ id, balanceInCents, status, bank }) => ({
      id,
      balanceInCents: balanceInCents ?? null,
      status: status ?? null,
      bank: bank?.name ?? bank?.code ?? null,
    })),
    dailyLimitInCents: limits?.dailyLimit ?? null,
    dailyAvailableInCents: limits?.dailyAvailable ?? null,
  }
}
