// Serves native/www as Capacitor does: an address without an extension returns the app's page.
import { spawnSync } from 'node:child_process'
import { createReadStream, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.data': 'text/x-script',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Returns the file for an address; null when there is none. */
export function fileOf(www: string, address: string): string | null {
  const asked = normalize(decodeURIComponent(address.split(/[?#]/)[0] ?? '/'))
  const path = join(www, extname(asked) === '' ? 'index.html' : asked)
  return path.startsWith(www) && existsSync(path) ? path : null
}

export function contentType(path: string): string {
  return TYPES[extname(path)] ?? 'application/octet-stream'
}

/**
 * Starts the server and returns its port and a function that stops it. The certificate for
 * `localhost` is made for this run.
 */
export async function serveApp(www: string): Promise<{ port: number; close: () => void }> {
  const server = createServer(selfSigned(), (request, response) => {
    const path = fileOf(www, request.url ?? '/')
    if (path === null) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': contentType(path) })
    createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, close }
}

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'cupo-app-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-subj', '/CN=localhost', '-days', '1', '-keyout', key, '-out', cert],
  ])
  if (made.status !== 0) throw new Error(`openssl is needed: ${made.stderr}`)
  return { key: readFileSync(key), cert: readFileSync(cert) }
}
