import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { ended, type OpenSpan, startSpan } from '../tracing.ts'
import { markOutage } from './outage.ts'

const TRACED_CHARACTERS = 1_000

const names = new Map<string, string>()

/** Returns the name of the prepared statement, the same on each connection. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Opens a trace span for a statement: its text with placeholders, never its values. */
function spanOf(text: string): OpenSpan | undefined {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  return startSpan(operation, {
    kind: 'client',
    needsParent: true,
    attributes: {
      'db.system.name': 'postgresql',
      'db.query.text': text.slice(0, TRACED_CHARACTERS),
    },
  })
}

/** Matches a transaction that turns its timeout off, so it can take any time. */
const UNBOUNDED = /set_config\('statement_timeout', '0', true\)/
const ENDS = /^\s*(?:commit|rollback)\b/i

/**
 * Client that prepares each statement with parameters once per connection; there are few texts. A
 * statement without an answer after `answerMs` closes its connection and fails as an outage: a
 * frozen server, or a network that drops all packets, reports no timeout.
 */
export class PreparingClient extends pg.Client {
  readonly #answerMs: number
  #isUnbounded = false

  constructor(options: pg.ClientConfig & { answerMs?: number } = {}) {
    super(options)
    this.#answerMs = options.answerMs ?? Number.POSITIVE_INFINITY
  }

  // The signature of the driver has a dozen overloads; this method passes them all on.
  override query(config: unknown, values?: unknown, callback?: unknown): never {
    const send = super.query.bind(this) as (...parts: unknown[]) => never
    if (typeof config !== 'string' || callback !== undefined) return send(config, values, callback)
    if (UNBOUNDED.test(config)) this.#isUnbounded = true
    else if (ENDS.test(config)) this.#isUnbounded = false
    const isTemplate = Array.isArray(values) && values.length > 0
    const prepared = { name: isTemplate ? nameOf(config) : undefined, text: config, values }
    const span = isTemplate ? spanOf(config) : undefined
    const sent = this.#bounded(isTemplate ? send(prepared) : send(config, values))
    const answer = sent.then(undefined, (error: unknown) => {
      throw this.#isBroken ? markOutage(error) : error
    })
    return (span ? ended(span, answer) : answer) as never
  }

  /** Whether the connection ended or failed; the driver knows it before it fails the statement. */
  get #isBroken(): boolean {
    const { _queryable, _ending, _ended } = this as unknown as Record<string, boolean>
    return !_queryable || !!_ending || !!_ended
  }

  #bounded(answer: PromiseLike<unknown>): PromiseLike<unknown> {
    if (this.#isUnbounded || this.#answerMs === Number.POSITIVE_INFINITY) return answer
    const giveUp = () => {
      const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection
      stream.destroy()
    }
    const timer = setTimeout(giveUp, this.#answerMs)
    const stop = () => clearTimeout(timer)
    answer.then(stop, stop)
    return answer
  }
}
