// Checks whether the external providers accept our keys. Writes and pays nothing there.

import { createECDH } from 'node:crypto'
import { z } from 'zod'
import { parsedJson } from '#server/platform/parsed-json.ts'
import { withCause } from './cause.ts'
import type { Variables } from './configuration.ts'
import type { Finding } from './finding.ts'
import type { Doors } from './network.ts'

const TIMEOUT_MS = 10_000

/** `status` 0: no answer; then `body` is the error. */
type Answer = { status: number; body: unknown }

type Question = Finding & {
  url: string
  headers?: Record<string, string>
  good(answer: Answer): boolean
}

/** Finds problems with the keys of gateway, payouts, sign-in, texts and push messages. */
export async function providerFindings(
  given: Variables,
  doors: Pick<Doors, 'fetch'>,
): Promise<Finding[]> {
  const questions = [
    ...gatewayQuestions(given),
    ...payoutQuestions(given),
    ...signInQuestions(given),
    ...textQuestions(given),
  ].filter(({ url }) => URL.canParse(url))
  const found = await Promise.all(
    questions.map(async ({ url, headers, good, ...finding }) => {
      const answer = await ask(doors, url, headers)
      if (answer.status !== 0 && good(answer)) return []
      return [withCause(finding, answer.status === 0 ? answer.body : answer.status)]
    }),
  )
  return [...found.flat(), ...(await templateFindings(given, doors)), ...pushKeyFindings(given)]
}

async function ask(doors: Pick<Doors, 'fetch'>, url: string, headers: Record<string, string> = {}) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await doors.fetch(url, { headers, redirect: 'error', signal })
    const text = await answer.text()
    return { status: answer.status, body: parsedJson(text) }
  } catch (error) {
    return { status: 0, body: error }
  }
}

const isFound = ({ status }: Answer) => status === 200

/** Calls of https://docs.wompi.co/docs/colombia/tokens-de-aceptacion/ and …/transacciones/. */
function gatewayQuestions(given: Variables): Question[] {
  const { WOMPI_PUBLIC_KEY: publicKey, WOMPI_PRIVATE_KEY: privateKey } = given
  if (!publicKey || !privateKey) return []
  const live = publicKey.startsWith('pub_prod_') ? 'production' : 'sandbox'
  const gateway = given.WOMPI_API_URL || `https://${live}.wompi.co/v1`
  return [
    {
      id: 'gateway_public_key',
      url: `${gateway}/merchants/info`,
      headers: { 'x-merchant-public-key': publicKey },
      good: isFound,
      what: 'Wompi no contesta a WOMPI_PUBLIC_KEY',
      why: 'nadie puede recargar',
      todo: 'copia las llaves del panel de Wompi; docs/runbooks/gateway-down.md',
    },
    {
      id: 'gateway_private_key',
      url: `${gateway}/transactions?reference=cupo-doctor`,
      headers: { authorization: `Bearer ${privateKey}` },
      good: isFound,
      what: 'Wompi no contesta a WOMPI_PRIVATE_KEY',
      why: 'un pago cuyo aviso se pierde no se vuelve a preguntar',
      todo: 'copia las llaves del panel de Wompi; docs/runbooks/gateway-down.md',
    },
  ]
}

/** The body without its envelope, if it has one, as the server reads it. */
const bare = (body: unknown): unknown =>
  (z.object({ data: z.unknown() }).safeParse(body).data?.data ?? body) as unknown

const Accounts = z.array(z.object({ id: z.string(), status: z.string().nullish() }))
const Health = z.object({ status: z.string() })

/** Calls of https://docs.wompi.co/docs/colombia/consultas-y-operaciones/. */
function payoutQuestions(given: Variables): Question[] {
  const { PAYOUTS_API_KEY: key, PAYOUTS_PRINCIPAL_ID: principal, PAYOUTS_ACCOUNT_ID: own } = given
  if (!key || !principal || !own) return []
  const origin = given.PAYOUTS_API_URL || 'https://api.payouts.wompi.co'
  const headers = { 'x-api-key': key, 'user-principal-id': principal }
  return [
    {
      id: 'payouts_account',
      url: `${origin}/v1/accounts`,
      headers,
      good({ status, body }) {
        const account = Accounts.safeParse(bare(body)).data?.find(({ id }) => id === own)
        return status === 200 && account !== undefined && (account.status ?? 'ACTIVE') === 'ACTIVE'
      },
      what: 'Pagos a Terceros no muestra PAYOUTS_ACCOUNT_ID como cuenta activa de estas llaves',
      why: 'ningún retiro sale por ahí',
      todo: 'copia llave, usuario y cuenta del panel de Pagos a Terceros',
    },
    {
      id: 'payouts_health',
      level: 'warning',
      url: `${origin}/v1/health`,
      headers,
      good: ({ body }) => Health.safeParse(bare(body)).data?.status === 'HEALTHY',
      what: 'Pagos a Terceros dice que no está del todo bien',
      why: 'los retiros pueden tardar',
      todo: 'mira la página de estado de Wompi; nada se pierde mientras tanto',
    },
  ]
}

const Discovery = z.object({ issuer: z.string() })

/** Discovery documents of OpenID Connect Discovery 1.0 §4. */
function signInQuestions(given: Variables): Question[] {
  const issuers = [
    ...(given.GOOGLE_CLIENT_ID
      ? [['Google', given.GOOGLE_ISSUER_URL || 'https://accounts.google.com'] as const]
      : []),
    ...(given.APPLE_CLIENT_ID
      ? [['Apple', given.APPLE_ISSUER_URL || 'https://appleid.apple.com'] as const]
      : []),
  ]
  return issuers.map(([name, issuer]) => ({
    id: `${name.toLowerCase()}_unreachable`,
    url: `${issuer}/.well-known/openid-configuration`,
    good: ({ body }) => Discovery.safeParse(body).data?.issuer === issuer,
    what: `${name} no dice cómo se entra con una cuenta suya`,
    why: `nadie puede entrar con ${name}`,
    todo: 'deja salir https en el cortafuegos; revisa la dirección del emisor',
  }))
}

const TwilioAccount = z.object({ status: z.string() })
const GRAPH = 'https://graph.facebook.com/v23.0'

/**
 * Calls of https://www.twilio.com/docs/iam/api/account#fetch-an-account-resource and
 * https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account-to-number-current-status/
 */
function textQuestions(given: Variables): Question[] {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token } = given
  const { WHATSAPP_TOKEN: whatsapp, WHATSAPP_PHONE_ID: phoneId } = given
  const twilio: Question = {
    id: 'sms_refused',
    url: `${given.TWILIO_API_URL || 'https://api.twilio.com'}/2010-04-01/Accounts/${sid}.json`,
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    good: ({ body }) => TwilioAccount.safeParse(body).data?.status === 'active',
    what: 'Twilio no reconoce la cuenta de TWILIO_ACCOUNT_SID, o no está activa',
    why: 'no salen códigos ni avisos de una emergencia por SMS',
    todo: 'copia cuenta y token de la consola de Twilio; mira si falta pagar',
  }
  const phone: Question = {
    id: 'whatsapp_refused',
    url: `${given.WHATSAPP_API_URL || GRAPH}/${phoneId}?fields=verified_name`,
    headers: { authorization: `Bearer ${whatsapp}` },
    good: isFound,
    what: 'WhatsApp no acepta WHATSAPP_TOKEN para el número de WHATSAPP_PHONE_ID',
    why: 'no salen códigos ni avisos por WhatsApp',
    todo: 'haz un token de un usuario del sistema, que no vence (docs/operations.md)',
  }
  return [...(sid && token ? [twilio] : []), ...(whatsapp && phoneId ? [phone] : [])]
}

const TEMPLATES = ['cupo_codigo', 'cupo_aviso_2']
const MANAGES = 'whatsapp_business_management'
const Inspected = z.object({
  data: z.object({
    granular_scopes: z.array(
      z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() }),
    ),
  }),
})
const Templates = z.object({
  data: z.array(z.object({ name: z.string(), status: z.string(), language: z.string() })),
})

/**
 * Checks whether Meta approved the templates of docs/operations.md. The token shows its account:
 * https://developers.facebook.com/docs/graph-api/reference/debug_token/ and
 * https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates/
 */
async function templateFindings(given: Variables, doors: Pick<Doors, 'fetch'>): Promise<Finding[]> {
  const { WHATSAPP_TOKEN: token } = given
  if (!token) return []
  const graph = given.WHATSAPP_API_URL || GRAPH
  const headers = { authorization: `Bearer ${token}` }
  const asked = await ask(doors, `${graph}/debug_token?input_token=${token}`, headers)
  const scopes = Inspected.safeParse(asked.body).data?.data.granular_scopes
  const account = scopes?.find(({ scope }) => scope === MANAGES)?.target_ids?.[0]
  const listed = account && (await ask(doors, `${graph}/${account}/message_templates`, headers))
  const found = Templates.safeParse(listed ? listed.body : undefined).data?.data ?? []
  const isApproved = (name: string) =>
    found.some((each) => each.name === name && /^APPROVED$/i.test(each.status))
  const missing = TEMPLATES.filter((name) => !isApproved(name))
  if (missing.length === 0) return []
  return [
    {
      id: 'whatsapp_templates',
      level: 'warning',
      what: `WhatsApp no muestra aprobada la plantilla ${missing.join(' ni ')}`,
      why: 'sin ella el mensaje se rechaza, y sale por SMS si lo hay',
      todo: 'envíala a revisión con el texto de docs/operations.md',
    },
  ]
}

/** A private key of P-256 is a number in the range of that curve. */
function pushKeyFindings({ VAPID_PRIVATE_KEY: key }: Variables): Finding[] {
  if (!key) return []
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(key, 'base64url'))
    return []
  } catch {
    return [
      {
        id: 'push_key',
        what: 'VAPID_PRIVATE_KEY no es una llave de P-256',
        why: 'ningún navegador acepta notificaciones firmadas con ella',
        todo: 'haz una con: npm run keys:new',
      },
    ]
  }
}
