import { aUser } from '#test/factories.ts'
import { type Attacked, honestUnder } from './attack.ts'
import type { Stage } from './stage.ts'

const PER_SECOND = 40
const SECONDS = 8

/** The wallet alone, and while strangers ask for the description of the API 40 times a second. */
export async function measureOpenApi(stage: Stage): Promise<string[]> {
  const { token } = await aUser(stage.deps)
  const wallet = { path: '/api/wallet/balance', headers: { authorization: `Bearer ${token}` } }
  const attack = { path: '/api/openapi.json', perSecond: PER_SECOND }
  await honestUnder(stage.port, wallet, null, 2)
  const alone = await honestUnder(stage.port, wallet, null, SECONDS)
  const attacked = await honestUnder(stage.port, wallet, attack, SECONDS)
  const line = (name: string, { p50Ms, p99Ms }: Attacked) =>
    `${name.padEnd(34)}p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms`
  return [
    line('wallet, alone', alone),
    line(`wallet, ${PER_SECOND}/s ask for openapi.json`, attacked),
    `p50 under attack = ${(attacked.p50Ms / alone.p50Ms).toFixed(2)} × alone`,
  ]
}
