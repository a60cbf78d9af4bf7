import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, ServerRouter } from 'react-router'

// The server's renderer takes these from here: React and the router come from one bundle only.
export { createRequestHandler, RouterContextProvider } from 'react-router'
export { serverClient } from './lib/api.ts'
export { serverApi } from './lib/server-api.ts'
export { serverForm } from './lib/server-form.ts'

/** The whole page at once: it is kept for others, and its inline scripts are hashed. */
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
      // Every part in its place: moved there by a script, it would be missing without scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError: reject,
    })
  })
}

/** A loader that failed: whoever asked for the page is told by its status. */
export function handleError(error: unknown): void {
  if (!isRouteErrorResponse(error)) throw error
}
