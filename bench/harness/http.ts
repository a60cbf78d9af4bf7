import { Pool } from 'undici'

export type Answer = { status: number; body: string }

/**
 * Opens keep-alive connections to the server under test, with as little work per call as possible.
 */
export function httpClient(port: number, connections: number) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 })
  function send(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let status = 0
      const chunks: Buffer[] = []
      // `dispatch`, because `request` makes a stream of each response.
      pool.dispatch(
        { method, path, headers, body },
        {
          onRequestStart() {},
          onResponseStart(_controller, received) {
            status = received
          },
          onResponseData: (_controller, chunk) => void chunks.push(chunk),
          onResponseEnd: () => resolve({ status, body: Buffer.concat(chunks).toString() }),
          onResponseError: (_controller, error) => reject(error),
        },
      )
    })
  }
  return {
    get: (path: string, token?: string) => send('GET', path, bearer(token), null),
    /** `key`: idempotency key of the request. */
    post(path: string, body: object, token?: string, key?: string): Promise<Answer> {
      const headers = {
        ...bearer(token),
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      }
      return send('POST', path, headers, JSON.stringify(body))
    },
    close: () => void pool.destroy(),
  }
}

export type Client = ReturnType<typeof httpClient>

function bearer(token: string | undefined): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {}
}

/** Throws unless the response has one of these statuses. */
export function expectStatus({ status, body }: Answer, ...expected: number[]): void {
  if (!expected.includes(status)) throw new Error(`answered ${status}: ${body}`)
}
