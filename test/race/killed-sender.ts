// A process that is killed (SIGKILL) while it talks to the payout gateway.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import Fastify from 'fastify'
import type { WithdrawalsApp } from '#test/withdrawal-factories.ts'

const SENDER = path.join(import.meta.dirname, 'sender-process.ts')

/**
 * `unsent`: the request does not reach the gateway. `unanswered`: the gateway has accepted the
 * payout, but its response does not come back. `unnoted`: the response came back, but the lookup
 * that would store it does not.
 */
export type Death = 'unsent' | 'unanswered' | 'unnoted'

/**
 * Runs the sender in a separate process and kills it at that point; returns the signal that ended
 * it.
 */
export async function killSender({ deps }: WithdrawalsApp, death: Death): Promise<string | null> {
  const origin = String(deps.urls.payouts)
  let child: ChildProcess | undefined
  let taken = false
  const relay = Fastify()
  relay.removeAllContentTypeParsers()
  relay.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  relay.all('/*', async (request, reply) => {
    const isPayout = request.method === 'POST'
    const forwards = death !== 'unsent' || !isPayout
    const isLast = death === 'unnoted' ? taken && !isPayout : isPayout
    const answer = forwards && !(death === 'unnoted' && isLast) ? await forward() : undefined
    taken ||= isPayout
    if (isLast) {
      child?.kill('SIGKILL')
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    reply.code(answer?.status ?? 500).type('application/json')
    return await answer?.text()

    async function forward(): Promise<Response> {
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
      const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : undefined
      return await fetch(origin + request.url, {
        method: request.method,
        headers: headers as Record<string, string>,
        ...(body ? { body } : {}),
      })
    }
  })
  const relayed = await relay.listen({ port: 0, host: '127.0.0.1' })
  const facts = [deps.databaseUrl, deps.config.dataDir, relayed, deps.clock.now().toISOString()]
  child = spawn(process.execPath, [SENDER, ...facts], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  await relay.close()
  return signal
}
