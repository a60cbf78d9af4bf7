// A thread that sends waves of parallel bookings, so that this work does not delay the measured
// clients. A wave starts when the previous wave is answered, at most one per second. Ends after the
// wave in which it receives a message.
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { httpClient } from './http.ts'

export type Waves = { port: number; path: string; body: object; token: string; calls: number }

const { port, path, body, token, calls } = workerData as Waves
const client = httpClient(port, calls)
let isRunning = true
parentPort?.once('message', () => {
  isRunning = false
})
while (isRunning) {
  const wave = Array.from({ length: calls }, () => client.post(path, body, token))
  await Promise.all([...wave, sleep(1_000)])
}
client.close()
