import { httpClient, quantile } from './load.ts'

export type Attacked = { p50Ms: number; p99Ms: number; asked: number }

type Call = { path: string; headers?: Record<string, string> }

/**
 * How long an honest call takes while attackers call something else `perSecond` times a second,
 * whether they get answers or not. One honest call after the other, for `seconds`.
 */
export async function honestUnder(
  port: number,
  honest: Call,
  attack: (Call & { perSecond: number }) | null,
  seconds: number,
): Promise<Attacked> {
  const person = httpClient(port, 1)
  const crowd = httpClient(port, 64)
  let asked = 0
  const strike = () => {
    if (!attack) return
    asked += 1
    crowd.send('GET', attack.path, attack.headers).catch(() => {})
  }
  const timer = attack ? setInterval(strike, 1000 / attack.perSecond) : undefined
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const start = performance.now()
    const { status } = await person.send('GET', honest.path, honest.headers)
    if (status !== 200) throw new Error(`the honest call was answered ${status}`)
    times.push(performance.now() - start)
  }
  clearInterval(timer)
  person.close()
  crowd.close()
  times.sort((a, b) => a - b)
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99), asked }
}
