// A thread of its own, whose work does not delay the clients that are measured: each second a wave
// of parallel calls, each wave when the last was answered. Ends after the wave when told to.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { httpClient } from './load.ts'

export type Waves = {
  port: number
  path: string
  headers: Record<string, string>
  body: string
  calls: number
}

const { port, path, headers, body, calls } = workerData as Waves
const client = httpClient(port, calls)
let going = true
parentPort?.once('message', () => {
  going = false
})
while (going) {
  const wave = Array.from({ length: calls }, () => client.send('POST', path, headers, body))
  await Promise.all([...wave, sleep(1_000)])
}
client.close()
