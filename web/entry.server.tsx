import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, ServerRouter } from 'react-router'

// The server imports these from this bundle, so that only one copy of React and the router exists.
export { createRequestHandler, RouterContextProvider } from 'react-router'
export { serverClient } from './lib/api.ts'
export { serverApi, serverTime } from './lib/server-api.ts'
export { serverForm } from './lib/server-form.ts'

/**
 * Renders a page without streaming: the server caches it, and hashes its inline scripts for the
 * CSP.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(Buffer.from(chunk))
        done()
      },
      final(done) {
        resolve(new Response(Buffer.concat(chunks), { status, headers }))
        done()
      },
    })
    const stream = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady: () => stream.pipe(sink),
      // No chunks: React moves late chunks into place by a script, which would need JavaScript.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError: reject,
    })
  })
}

/**
 * Ignores statuses that a loader throws (such as 404): they are answers, not failures to report.
 */
export function handleError(error: unknown): void {
  if (!isRouteErrorResponse(error)) throw error
}
