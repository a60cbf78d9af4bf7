// Thread that renders pages. It has React and the built web, but no secrets and no database: the
// main thread reads the API for it.
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type * as Router from 'react-router'
import { type Brand, fillBrand } from '#contract/brand.ts'
import type { ApiAnswer, FromWorker, RenderedPage, ToWorker } from './render-messages.ts'
import { scriptHashes } from './script-hashes.ts'
import { delayed } from './start-after-paint.ts'

/** Exports of web/entry.server.tsx. */
type Entry = Pick<typeof Router, 'createRequestHandler' | 'RouterContextProvider'> & {
  serverApi: Router.RouterContext<unknown>
  serverTime: Router.RouterContext<Date | null>
  serverForm: Router.RouterContext<unknown>
  serverClient: (get: (address: string) => Promise<ApiAnswer>) => unknown
}

type Program = { bundleFile: string; origin: string; brand: Brand }

type Asked = Extract<ToWorker, { kind: 'render' }>

const port = parentPort
if (!port) throw new Error('this file is the program of a worker thread')
const { bundleFile, origin, brand } = workerData as Program
const bundle = (await import(pathToFileURL(bundleFile).href)) as Router.ServerBuild
const entry = bundle.entry.module as unknown as Entry
const handle = entry.createRequestHandler(bundle, 'production')
const waiting = new Map<number, (answer: ApiAnswer) => void>()
let calls = 0
let cpuBefore = process.threadCpuUsage()

port.on('message', (message: ToWorker) => {
  if (message.kind === 'render') void answerRender(message)
  else {
    waiting.get(message.call)?.(message.answer)
    waiting.delete(message.call)
  }
})

function send(message: FromWorker): void {
  port?.postMessage(message)
}

async function answerRender(asked: Asked): Promise<void> {
  const { id } = asked
  try {
    const page = await render(asked)
    send({ kind: 'page', id, page, cpuMs: cpuSinceLast() })
  } catch (error) {
    send({ kind: 'failed', id, reason: String(error), cpuMs: cpuSinceLast() })
  }
}

function cpuSinceLast(): number {
  const { user, system } = process.threadCpuUsage(cpuBefore)
  cpuBefore = process.threadCpuUsage()
  return (user + system) / 1000
}

async function render({ id, address, now, form }: Asked): Promise<RenderedPage> {
  const context = new entry.RouterContextProvider()
  context.set(
    entry.serverApi,
    entry.serverClient((asked) => askApi(id, asked)),
  )
  context.set(entry.serverTime, new Date(now))
  if (form !== undefined) context.set(entry.serverForm, form)
  const response = await handle(new Request(origin + address), context)
  if (response.status >= 500) throw new Error(`rendering answered ${response.status}`)
  const html = fillBrand(delayed(await response.text()), brand)
  return { status: response.status, scriptHashes: scriptHashes(html), ...copiesOf(html) }
}

function askApi(id: number, address: string): Promise<ApiAnswer> {
  calls += 1
  const call = calls
  send({ kind: 'call', id, call, address })
  return new Promise((resolve) => waiting.set(call, resolve))
}

/** Compresses a page quickly, since it is sent for only ten seconds. */
function copiesOf(text: string): Pick<RenderedPage, 'html' | 'br' | 'gzip'> {
  const html = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  }
  return { html, br: brotliCompressSync(html, { params }), gzip: gzipSync(html, { level: 5 }) }
}
