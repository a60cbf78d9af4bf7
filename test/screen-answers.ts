// Answers of the API for screens without a server (test/screen.tsx), held to the contract.
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import { ErrorBody } from '#contract/common.ts'
import { type ErrorCode, messageOf, statusOf } from '#contract/errors.ts'
import { refusalsOf } from '#contract/refusals.ts'
import type { RouteDef } from '#contract/route.ts'

/** Answers a call; `pathname` is where it went. */
type Reply = (pathname: string) => Promise<Response>

export type StubbedAnswer = { route: RouteDef; reply: Reply }

/** The call is answered with a body that its schema in the contract accepts. */
export function answers<R extends RouteDef>(route: R, body: z.input<R['ok']>): StubbedAnswer {
  const parsed = route.ok.parse(body)
  return { route, reply: async () => Response.json(parsed, { status: route.status ?? 200 }) }
}

/** The call is answered by the id in its address, with bodies that the contract accepts. */
export function answersById<R extends RouteDef>(
  route: R,
  bodies: Readonly<Record<string, z.input<R['ok']>>>,
): StubbedAnswer {
  const parsed = Object.entries(bodies).map(([id, body]) => [id, route.ok.parse(body)] as const)
  const reply = async (pathname: string) => {
    const [, body] = parsed.find(([id]) => pathname.includes(id)) ?? []
    if (!body) throw new TypeError(`no answer for ${pathname}`)
    return Response.json(body, { status: route.status ?? 200 })
  }
  return { route, reply }
}

/**
 * The call is refused with a code, and by default with the code's sentence.
 * @throws when the contract does not give the call this code
 */
export function refuses(
  route: RouteDef,
  code: ErrorCode,
  { error = messageOf(code), details }: { error?: string; details?: unknown } = {},
): StubbedAnswer {
  if (!refusalsOf(route).includes(code) && statusOf(code) < 500) {
    throw new Error(`${route.method} ${route.path} is never refused with ${code}`)
  }
  const body = ErrorBody.parse({ error, code, details, requestId: 'req-1' })
  return { route, reply: async () => Response.json(body, { status: statusOf(code) }) }
}

/** The call gets what our server never says, as the page of a proxy. */
export function garbled(route: RouteDef, status: number, body: unknown): StubbedAnswer {
  return { route, reply: async () => Response.json(body, { status }) }
}

/** The network fails during the call. */
export function failing(route: RouteDef): StubbedAnswer {
  return { route, reply: async () => Promise.reject(new TypeError('Failed to fetch')) }
}

/** The call is answered when `answer` resolves; without it, never. */
export function waiting(route: RouteDef, answer?: Promise<StubbedAnswer>): StubbedAnswer {
  return { route, reply: async () => (await (answer ?? new Promise<never>(() => {}))).reply('') }
}

/** All calls; a path without parameters is the more exact one, and stands first. */
const defined = Object.values(api)
  .flatMap((group) => Object.values<RouteDef>(group))
  .map((route) => {
    const pattern = new RegExp(`^/api${route.path.replaceAll(/:\w+/g, '[^/]+')}$`)
    return { route, pattern, names: route.path.split(':').length }
  })
  .sort((a, b) => a.names - b.names)

const routeOf = (method: string, pathname: string): RouteDef | undefined =>
  defined.find(({ route, pattern }) => route.method === method && pattern.test(pathname))?.route

export type Answering = ReturnType<typeof answeringFetch>

/** A `fetch` that answers the calls of the contract, and records them. */
export function answeringFetch(stubbed: StubbedAnswer[]) {
  const replies = new Map<RouteDef, Reply>()
  const answer = (...more: StubbedAnswer[]) => {
    for (const { route, reply } of more) replies.set(route, reply)
  }
  answer(...stubbed)
  const calls: string[] = []
  const bodies = new Map<string, unknown>()
  const faults: string[] = []
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => undefined)
  async function send(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? 'GET'
    const { pathname } = new URL(String(input), 'https://cupo.test')
    const call = `${method} ${pathname.replace(/^\/api/, '')}`
    calls.push(call)
    const route = routeOf(method, pathname)
    const reply = route && replies.get(route)
    if (!reply) {
      faults.push(`${call} has no answer`)
      throw new TypeError('Failed to fetch')
    }
    if (typeof init.body === 'string') {
      const body: unknown = JSON.parse(init.body)
      bodies.set(call, body)
      const read = route.body?.safeParse(body)
      if (read && !read.success) faults.push(`${call} sent ${init.body}: ${read.error.message}`)
    }
    const response = await Promise.race([reply(pathname), ended.promise])
    init.signal?.throwIfAborted()
    return response
  }
  return {
    fetch: send,
    answer,
    calls,
    count: (call: string) => calls.filter((each) => each === call).length,
    sent: (call: string) => bodies.get(call),
    /** Fails the calls that still wait: the app would list them as slow in the next test. */
    end: () => ended.reject(new TypeError('the test is over')),
    /** @throws when a call had no answer, or sent what the contract refuses */
    assertAllAnswered() {
      if (faults.length > 0) throw new Error(faults.join('\n'))
    },
  }
}
