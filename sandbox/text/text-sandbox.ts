import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messagesPage, readFormFields, sendPage } from '../page-layout.ts'

const TEXT_MOUNT = '/sandbox/text'

/** A message shown on a phone. */
type TextMessage = { channel: 'whatsapp' | 'sms'; to: string; text: string; at: string }

export type TextSandbox = {
  /** Mounts both providers and the page at /sandbox/text. */
  plugin(app: FastifyInstance): Promise<void>
  control: TextControl
}

/** For tests: the messages on a phone, and the behaviour of the providers. */
export type TextControl = {
  /** Messages, newest first. */
  messages(to?: string): TextMessage[]
  /** Answers every message with this status and code from now on; null: answers normally again. */
  answer(status: number | null, code?: number): void
  /** Meta's status report on the last WhatsApp message to a number; `failed` has an error code. */
  report(to: string, status: 'sent' | 'delivered' | 'read' | 'failed', code?: number): Posted
  /** A person's answer to the number of the company, as Meta posts it. */
  answerBack(from: string, text: string): Posted
  /** Number of calls to a provider. */
  calls(): number
  clear(): void
}

type Clock = { now(): Date }
const machineClock: Clock = { now: () => new Date() }

type Keys = {
  whatsapp: { token: string; phoneId: string; appSecret: string }
  sms: { accountSid: string; authToken: string; serviceSid: string }
}

/** Request that Meta posts to a webhook. */
type Posted = { payload: string; headers: Record<string, string> }

const KEPT = 200

/**
 * Templates approved by WhatsApp, as in docs/operations.md. The text of an authentication template
 * is written by Meta.
 */
const TEMPLATES: Record<string, string> = {
  cupo_codigo: '{{1}} es tu código de verificación.',
  cupo_aviso_2:
    'Aviso de Cupo: {{1}}. Te contamos: {{2}}. Ábrelo con el botón de abajo para ver más. ' +
    'Responde «no más» y no te escribimos aquí.',
}

/** Creates WhatsApp Cloud API and Twilio, in memory. */
export function createTextSandbox(keys: Keys, clock: Clock = machineClock): TextSandbox {
  const messages: TextMessage[] = []
  let forced: { status: number; code: number } | null = null
  let calls = 0
  /** Id of the last WhatsApp message to each number. */
  const lastIds = new Map<string, string>()
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
            if (forced === null) return
            const { status, code } = forced
            const error = { message: 'refused', type: 'OAuthException', code }
            // Meta's error envelope and Twilio's fields in one body.
            return await reply.code(status).send({ error, code, message: 'refused', status })
          })
          whatsapp(scope, keys.whatsapp, (message, id) => {
            lastIds.set(message.to, id)
            keep(message)
          })
          whatsappAccount(scope, keys.whatsapp)
          sms(scope, keys.sms, keep)
          scope.get('/', async (_request, reply) => sendPage(reply, list(messages)))
        },
        { prefix: TEXT_MOUNT },
      )
    },
    control: {
      messages: (to) => messages.filter((each) => to === undefined || each.to === to),
      answer(status, code = status ?? 0) {
        forced = status === null ? null : { status, code }
      },
      report(to, status, code) {
        const id = lastIds.get(to) ?? ''
        return posted(keys.whatsapp, reportOf({ id, to, status, code, at: clock.now() }))
      },
      answerBack(from, body) {
        const text = { from: from.replace('+', ''), id: 'wamid.in', type: 'text', text: { body } }
        return posted(keys.whatsapp, eventOf({ messages: [{ ...text, timestamp: '1771855045' }] }))
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

/**
 * Status report:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/status
 */
function reportOf(about: {
  id: string
  to: string
  status: string
  code: number | undefined
  at: Date
}) {
  const { id, to, status, code, at } = about
  const errors = code === undefined ? {} : { errors: [{ code, title: 'Message undeliverable' }] }
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return eventOf({
    statuses: [{ id, status, timestamp, recipient_id: to.replace('+', ''), ...errors }],
  })
}

function eventOf(what: object) {
  const metadata = { display_phone_number: '15550783881', phone_number_id: '106540352242922' }
  const value = { messaging_product: 'whatsapp', metadata, ...what }
  const changes = [{ value, field: 'messages' }]
  return { object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] }
}

/**
 * Signs an event:
 * https://developers.facebook.com/docs/graph-api/webhooks/getting-started#event-notifications
 */
function posted({ appSecret }: Keys['whatsapp'], event: object): Posted {
  const payload = JSON.stringify(event)
  const signature = createHmac('sha256', appSecret).update(payload).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${signature}`,
  }
  return { payload, headers }
}

type KeepWithId = (message: Omit<TextMessage, 'at'>, id: string) => void

/**
 * Sends a WhatsApp message:
 * https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages
 */
function whatsapp(app: FastifyInstance, { token, phoneId }: Keys['whatsapp'], keep: KeepWithId) {
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
    // As in the real API, a parameter has neither line breaks nor more than three spaces in a row.
    if (values.some(({ text }) => /[\n\t]| {4}/.test(text))) return refuse(400, 132018, 'format')
    const text = values.reduce(
      (done, value, at) => done.replace(`{{${at + 1}}}`, value.text),
      known,
    )
    const id = `wamid.${Buffer.from(`${to} ${randomUUID()}`).toString('base64')}`
    keep({ channel: 'whatsapp', to: `+${to}`, text }, id)
    return {
      messaging_product,
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id, message_status: 'accepted' }],
    }
  })
}

/** WhatsApp Business account that owns the number. */
const BUSINESS_ID = '102290129340398'

/** Data for an operator's check: the number, the token and the templates. */
function whatsappAccount(app: FastifyInstance, { token, phoneId }: Keys['whatsapp']): void {
  const isOurs = (request: FastifyRequest) => request.headers.authorization === `Bearer ${token}`
  const error = { message: 'Invalid OAuth access token.', type: 'OAuthException', code: 190 }
  // Checks a token: https://developers.facebook.com/docs/graph-api/reference/debug_token/
  app.get('/whatsapp/debug_token', async (request, reply) => {
    if (!isOurs(request)) return reply.code(401).send({ error })
    const scope = { scope: 'whatsapp_business_management', target_ids: [BUSINESS_ID] }
    return { data: { is_valid: true, granular_scopes: [scope] } }
  })
  // Lists templates:
  // https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates/
  app.get(`/whatsapp/${BUSINESS_ID}/message_templates`, async (request, reply) => {
    if (!isOurs(request)) return reply.code(401).send({ error })
    const names = Object.keys(TEMPLATES)
    return { data: names.map((name) => ({ name, status: 'APPROVED', language: 'es_CO' })) }
  })
  // Status of the number:
  // https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account-to-number-current-status/
  app.get(`/whatsapp/${phoneId}`, async (request, reply) => {
    if (!isOurs(request)) return reply.code(401).send({ error })
    return { id: phoneId, verified_name: 'Cupo' }
  })
}

/**
 * Sends an SMS:
 * https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
 */
function sms(app: FastifyInstance, keys: Keys['sms'], keep: Keep): void {
  const { accountSid, authToken, serviceSid } = keys
  const login = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  readFormFields(app)
  // Reads the account: https://www.twilio.com/docs/iam/api/account#fetch-an-account-resource
  app.get(`/sms/2010-04-01/Accounts/${accountSid}.json`, async (request, reply) => {
    if (request.headers.authorization === login) return { sid: accountSid, status: 'active' }
    return reply.code(401).send({ code: 20003, message: 'Authenticate', status: 401 })
  })
  app.post('/sms/2010-04-01/Accounts/:sid/Messages.json', async (request, reply) => {
    // Error response: https://www.twilio.com/docs/usage/twilios-response#response-examples
    const refuse = (status: number, code: number, message: string) =>
      reply.code(status).send({
        code,
        message,
        more_info: `https://www.twilio.com/docs/errors/${code}`,
        status,
      })
    const isUs = (request.params as { sid: string }).sid === accountSid
    if (!isUs || request.headers.authorization !== login) return refuse(401, 20003, 'Authenticate')
    const form = request.body as Record<string, string>
    const { To: to = '', Body: text = '' } = form
    if (!/^\+\d{8,15}$/.test(to)) return refuse(400, 21211, `Invalid 'To' Phone Number: ${to}`)
    if (text === '') return refuse(400, 21602, 'Message body is required.')
    if (form.MessagingServiceSid !== serviceSid) {
      return refuse(400, 21703, 'The Messaging Service does not contain a phone number')
    }
    keep({ channel: 'sms', to, text })
    return await reply.code(201).send({
      account_sid: accountSid,
      api_version: '2010-04-01',
      body: text,
      date_created: new Date().toUTCString(),
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: null,
      messaging_service_sid: serviceSid,
      num_segments: '0',
      sid: `SM${randomUUID().replaceAll('-', '')}`,
      status: 'accepted',
      to,
    })
  })
}

function list(messages: TextMessage[]): string {
  const shown = messages.map(({ channel, to, text, at }) => {
    return { about: `${channel === 'sms' ? 'SMS' : 'WhatsApp'} · ${to} · ${at}`, text }
  })
  const head = `<p class="brand">WhatsApp y SMS <span>Entorno de pruebas</span></p>
<p>Lo que Cupo envía a celulares llega aquí y no sale de esta máquina.</p>`
  const foot = `<a class="button" href="${TEXT_MOUNT}/">Actualizar</a>\n`
  return messagesPage('WhatsApp y SMS', shown, { head, foot })
}
