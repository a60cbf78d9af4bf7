import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { escapeHtml, page } from '../page-layout.ts'

const TEXT_MOUNT = '/sandbox/text'

/** What a telephone shows. */
type TextMessage = { channel: 'whatsapp' | 'sms'; to: string; text: string; at: string }

export type TextSandbox = {
  /** Mounts both providers and the page at /sandbox/text. */
  plugin(app: FastifyInstance): Promise<void>
  control: TextControl
}

/** For tests: what the person with the telephone sees, and what providers do. */
export type TextControl = {
  /** Newest first. */
  messages(to?: string): TextMessage[]
  /** Answers every message with this status from now on; null for as usual. */
  answer(status: number | null): void
  /** How often a provider was called. */
  calls(): number
  clear(): void
}

type Keys = { whatsapp: { token: string; phoneId: string }; sms: string }

const KEPT = 200

/** The templates that WhatsApp approved, with the places of their parameters. */
const TEMPLATES: Record<string, string> = {
  cupo_codigo: '{{1}} es tu código de verificación de Cupo.',
  cupo_aviso: '{{1}}: {{2}}',
}

/** WhatsApp Cloud API and a provider of SMS, in memory. */
export function createTextSandbox(keys: Keys): TextSandbox {
  const messages: TextMessage[] = []
  let forced: number | null = null
  let calls = 0
  const keep = (message: Omit<TextMessage, 'at'>) => {
    messages.unshift({ ...message, at: new Date().toISOString() })
    messages.length = Math.min(messages.length, KEPT)
  }
  return {
    async plugin(app) {
      await app.register(
        async (scope) => {
          scope.addHook('preHandler', async (request, reply) => {
            if (request.method !== 'POST') return
            calls += 1
            if (forced !== null) return await reply.code(forced).send({ error: { code: forced } })
          })
          whatsapp(scope, keys.whatsapp, keep)
          sms(scope, keys.sms, keep)
          scope.get('/', async (_request, reply) => {
            reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
            return list(messages)
          })
        },
        { prefix: TEXT_MOUNT },
      )
    },
    control: {
      messages: (to) => messages.filter((each) => to === undefined || each.to === to),
      answer(status) {
        forced = status
      },
      calls: () => calls,
      clear() {
        messages.length = 0
      },
    },
  }
}

type Keep = (message: Omit<TextMessage, 'at'>) => void

type TemplateMessage = {
  messaging_product?: string
  to?: string
  type?: string
  template?: {
    name: string
    language: { code: string }
    components: { type: string; parameters: { type: string; text: string }[] }[]
  }
}

/** https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages */
function whatsapp(app: FastifyInstance, { token, phoneId }: Keys['whatsapp'], keep: Keep): void {
  app.post('/whatsapp/:phoneId/messages', async (request, reply) => {
    const refuse = (status: number, code: number, message: string) =>
      reply.code(status).send({ error: { message, type: 'OAuthException', code } })
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, 190, 'token')
    if ((request.params as { phoneId: string }).phoneId !== phoneId) return refuse(400, 100, 'id')
    const { messaging_product, to = '', type, template } = request.body as TemplateMessage
    const known = template && TEMPLATES[template.name]
    if (messaging_product !== 'whatsapp' || type !== 'template' || !/^\d{8,15}$/.test(to)) {
      return refuse(400, 100, 'Invalid parameter')
    }
    if (!known || template.language.code !== 'es_CO') return refuse(404, 132001, 'template')
    const values = template.components.find((each) => each.type === 'body')?.parameters ?? []
    // As the real one: a parameter has neither line breaks nor many spaces in a row.
    if (values.some(({ text }) => /[\n\t]| {4}/.test(text))) return refuse(400, 132018, 'format')
    const text = values.reduce(
      (done, value, at) => done.replace(`{{${at + 1}}}`, value.text),
      known,
    )
    keep({ channel: 'whatsapp', to: `+${to}`, text })
    return {
      messaging_product,
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: randomUUID() }],
    }
  })
}

function sms(app: FastifyInstance, token: string, keep: Keep): void {
  app.post('/sms', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${token}`) return reply.code(401).send({})
    const { to = '', text = '' } = request.body as { to?: string; text?: string }
    if (!/^\+\d{8,15}$/.test(to) || text === '') return reply.code(400).send({})
    keep({ channel: 'sms', to, text })
    return await reply.code(202).send({ id: randomUUID() })
  })
}

function list(messages: TextMessage[]): string {
  const cards = messages.map(
    ({ channel, to, text, at }) => `<section class="card">
<p>${channel === 'sms' ? 'SMS' : 'WhatsApp'} · ${escapeHtml(to)} · ${escapeHtml(at)}</p>
<p style="white-space: pre-wrap; overflow-wrap: anywhere">${escapeHtml(text)}</p>
</section>`,
  )
  return page(
    'WhatsApp y SMS',
    `<p class="brand">WhatsApp y SMS <span>Entorno de pruebas</span></p>
<p>Lo que Cupo envía a celulares llega aquí y no sale de esta máquina.</p>
${cards.join('\n') || '<p>Todavía no hay mensajes.</p>'}
<a class="button" href="${TEXT_MOUNT}/">Actualizar</a>
<a class="button" href="/sandbox">Volver</a>`,
  )
}
