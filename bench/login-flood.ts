import { setTimeout as wait } from 'node:timers/promises'
import { deviceProof } from '#server/domains/passwords/passwords.public.ts'
import { emailKey } from '#server/domains/users/users.public.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { whenBusy } from '#web/lib/when-busy.ts'
import { type Client, httpClient, quantile } from './load.ts'
import type { Stage } from './stage.ts'

const FLOOD_PER_SECOND = 100
const HONEST_LOGINS_PER_SECOND = 2
const SECONDS = 10

type Logins = { asked: number; answered: number; atOnce: number; times: number[] }

type Measured = {
  wallet: number[]
  known: Logins
  strangers: Logins
  flood: number
  seconds: number
}

/**
 * The wallet and honest logins, alone and while 100 logins a second with wrong passwords come from
 * as many addresses. Who is refused as busy tries again as the login page does, and the flood goes
 * on until the last of them has an answer. Fails when the wallet's p99 doubles or an honest login
 * has no answer.
 */
export async function measureLoginFlood(stage: Stage): Promise<{ lines: string[]; met: boolean }> {
  const people = await Promise.all(Array.from({ length: 40 }, () => aUser(stage.deps)))
  const run = (flood: boolean, seconds: number) => honestWhile(stage, people, flood, seconds)
  await run(false, 2)
  const alone = await run(false, SECONDS)
  const attacked = await run(true, SECONDS)
  const ratio = p99(attacked.wallet) / p99(alone.wallet)
  return {
    lines: [
      ...describe('alone', alone),
      ...describe(
        `${Math.round(attacked.flood / attacked.seconds)} logins/s of strangers`,
        attacked,
      ),
      `wallet p99 under attack = ${ratio.toFixed(2)} × alone (at most 2)`,
    ],
    met: ratio < 2 && allAnswered(attacked.known) && allAnswered(attacked.strangers),
  }
}

async function honestWhile(
  stage: Stage,
  people: readonly TestUser[],
  flood: boolean,
  seconds: number,
): Promise<Measured> {
  const client = httpClient(stage.port, 256)
  const end = performance.now() + seconds * 1000
  const honestEnd = {
    get isOver() {
      return performance.now() >= end
    },
  }
  const found: Measured = {
    wallet: [],
    known: { asked: 0, answered: 0, atOnce: 0, times: [] },
    strangers: { asked: 0, answered: 0, atOnce: 0, times: [] },
    flood: 0,
    seconds,
  }
  const [owner, ...others] = people
  if (!owner) throw new Error('nobody to measure')
  const honest = [
    walletLoop(stage.port, owner, end, found.wallet),
    every(HONEST_LOGINS_PER_SECOND, honestEnd, (turn) =>
      logIn(stage, client, others[turn % others.length] ?? owner, true, found.known),
    ),
    every(HONEST_LOGINS_PER_SECOND, honestEnd, (turn) =>
      logIn(stage, client, others[turn % others.length] ?? owner, false, found.strangers),
    ),
  ]
  const over = { isOver: !flood }
  const attack = every(FLOOD_PER_SECOND, over, async (turn) => {
    found.flood += 1
    const { email } = others[turn % others.length] ?? owner
    const victim = turn % 2 === 0 ? email : `nadie-${turn}@correo.test`
    await send(client, { email: victim, password: 'adivinanza' }, {}, nextAddress()).catch(() => 0)
  })
  const from = performance.now()
  await Promise.all(honest)
  over.isOver = true
  found.seconds = (performance.now() - from) / 1000
  await attack
  client.close()
  return found
}

/** One call after the other, on a connection of its own. */
async function walletLoop(port: number, { token }: TestUser, end: number, times: number[]) {
  const person = httpClient(port, 1)
  while (performance.now() < end) {
    const from = performance.now()
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await person.send('GET', '/api/wallet/balance', headers)
    if (status !== 200) throw new Error(`the wallet answered ${status}`)
    times.push(performance.now() - from)
    await wait(5)
  }
  person.close()
}

/** Starts `perSecond` tasks a second, whether earlier ones ended or not; waits for all. */
async function every(
  perSecond: number,
  until: { isOver: boolean },
  task: (turn: number) => Promise<void>,
) {
  const running: Promise<void>[] = []
  for (let turn = 0; !until.isOver; turn += 1) {
    running.push(task(turn))
    await wait(1000 / perSecond)
  }
  await Promise.all(running)
}

async function logIn(
  { deps }: Stage,
  client: Client,
  { email, password }: TestUser,
  isKnown: boolean,
  into: Logins,
): Promise<void> {
  const proof = deviceProof(deps.secrets.authKey, emailKey(email))
  const from = performance.now()
  into.asked += 1
  let tries = 0
  const address = nextAddress()
  const headers: Record<string, string> = isKnown ? { cookie: `cupo_device=${proof}` } : {}
  const answer = async () => {
    tries += 1
    return await send(client, { email, password }, headers, address)
  }
  if ((await whenBusy(answer).catch(() => 0)) !== 200) return
  into.answered += 1
  if (tries === 1) into.atOnce += 1
  into.times.push(performance.now() - from)
}

const allAnswered = ({ asked, answered }: Logins) => answered === asked

let lastAddress = 0

/** Each caller has an address of its own, as a crowd of taken-over machines has. */
function nextAddress(): string {
  lastAddress += 1
  const [high, middle, low] = [lastAddress >> 16, lastAddress >> 8, lastAddress]
  return `10.${high & 255}.${middle & 255}.${low & 255}`
}

async function send(
  client: Client,
  body: object,
  headers: Record<string, string>,
  address: string,
) {
  const answer = await client.send(
    'POST',
    '/api/auth/login',
    {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...headers,
    },
    JSON.stringify(body),
  )
  if (answer.status !== 503) return answer.status
  const { code, error: message } = JSON.parse(answer.body)
  const retryAfterSeconds = Number(answer.headers['retry-after'])
  throw new ApiError({ status: 503, code, message, retryAfterSeconds })
}

const p99 = (times: readonly number[]) =>
  quantile(
    times.toSorted((a, b) => a - b),
    0.99,
  )
const p50 = (times: readonly number[]) =>
  quantile(
    times.toSorted((a, b) => a - b),
    0.5,
  )

function describe(name: string, { wallet, known, strangers }: Measured): string[] {
  const logins = (who: string, { asked, answered, atOnce, times }: Logins) =>
    `  ${who.padEnd(32)}${answered} of ${asked} answered, ${atOnce} at the first try  ` +
    `p50 ${p50(times).toFixed(0)} ms  longest ${(Math.max(0, ...times) / 1000).toFixed(1)} s`
  return [
    `${name}:`,
    `  ${'wallet'.padEnd(32)}p50 ${p50(wallet).toFixed(1)} ms  p99 ${p99(wallet).toFixed(1)} ms`,
    logins('logins of known devices', known),
    logins('logins on new devices', strangers),
  ]
}
