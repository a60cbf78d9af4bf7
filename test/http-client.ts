// Calls the API as a browser or a script does.
import type { FastifyInstance } from 'fastify'

export type Call = {
  headers?: Record<string, string>
  ip?: string
  cookie?: string
  token?: string
}

export type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

let lastAddress = 0

/**
 * Address in the test network, in which team members have proved a second factor (`factories.ts`).
 */
export const ownAddress = (n: number) => `2001:db8:0:${(n & 0xffff).toString(16)}::1`

/**
 * Posts to a path below /api. Every call comes from a new address unless told otherwise, so that
 * limits by address do not interfere.
 */
export function postJson(
  app: FastifyInstance,
  path: string,
  payload: object | string,
  call: Call = {},
): Promise<Answer> {
  lastAddress += 1
  return app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload,
    remoteAddress: call.ip ?? ownAddress(lastAddress),
    headers: {
      ...(call.cookie ? { cookie: call.cookie } : {}),
      ...(call.token ? { authorization: `Bearer ${call.token}` } : {}),
      ...call.headers,
    },
  })
}

/** Cookie of a response as `name=value`, to send back. */
export function cookieOf(answer: Answer, name = 'cupo_refresh'): string {
  const cookie = answer.cookies.find((each) => each.name === name)
  return `${name}=${cookie?.value}`
}

type Upload = {
  token?: string
  ip?: string
  fields: Record<string, string>
  file: { bytes: Buffer; name?: string }
}

/** Posts a form with one file, as a browser does. */
export async function postForm(app: FastifyInstance, path: string, form: Upload): Promise<Answer> {
  const data = new FormData()
  for (const [name, value] of Object.entries(form.fields)) data.append(name, value)
  const { bytes, name = 'foto.jpg' } = form.file
  data.append('file', new Blob([new Uint8Array(bytes)]), name)
  const body = new Response(data)
  return await app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload: Buffer.from(await body.arrayBuffer()),
    ...(form.ip && { remoteAddress: form.ip }),
    headers: {
      ...(form.token && { authorization: `Bearer ${form.token}` }),
      'content-type': body.headers.get('content-type') ?? '',
    },
  })
}
