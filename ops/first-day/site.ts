// Access to the site as people have it: through the proxy and its certificate.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent, type BodyInit, fetch } from 'undici'
import { OUTSIDE_PORT, SITE } from './names.ts'

export type Person = { email: string; first: string; last: string; document: string; phone: string }

type Body = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: an answer is read for one field, and compared.
type Answer = any

export type Site = {
  /** Current time on people's phones. */
  now(): Date
  /** Access tokens by address, and the secrets of authenticator apps. */
  tokens: Map<string, string>
  secrets: Map<string, string>
  /** Sends a call that must succeed. */
  ask(who: Person | null, method: string, path: string, body?: Body): Promise<Answer>
  post(who: Person | null, path: string, body?: Body): Promise<Answer>
  /** Sends a form to any address behind the proxy; returns the status and the text. */
  form(url: string, who: Person | null, body: BodyInit): Promise<{ status: number; text: string }>
  /** Messages in a mailbox or on a phone, newest first. */
  seen<T>(what: 'mail' | 'texts', to: string): Promise<T[]>
}

export function openSite(authority: string, now: () => Date): Site {
  const dispatcher = new Agent({ connect: { ca: readFileSync(authority, 'utf8') } })
  const tokens = new Map<string, string>()
  const headersOf = (who: Person | null): Record<string, string> => {
    const token = who && tokens.get(who.email)
    return token ? { authorization: `Bearer ${token}` } : {}
  }
  async function ask(who: Person | null, method: string, path: string, body?: Body) {
    const json = body && { 'content-type': 'application/json' }
    const answer = await fetch(`${SITE}/api${path}`, {
      method,
      dispatcher,
      headers: { ...headersOf(who), ...json },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path} as ${who?.first}: ${answer.status} ${text}`)
    // Photos are no JSON.
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
  return {
    now,
    tokens,
    secrets: new Map(),
    ask,
    post: (who, path, body = {}) => ask(who, 'POST', path, body),
    async form(url, who, body) {
      const headers = headersOf(who)
      const options = { method: 'POST', dispatcher, headers, body, redirect: 'manual' } as const
      const answer = await fetch(url, options)
      return { status: answer.status, text: await answer.text() }
    },
    async seen(what, to) {
      const query = new URLSearchParams({ to })
      const answer = await fetch(`http://127.0.0.1:${OUTSIDE_PORT}/seen/${what}?${query}`)
      return (await answer.json()) as never
    },
  }
}
