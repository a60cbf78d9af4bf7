// What the outside parties answer to our keys. Nothing is written or paid there.
import { createECDH } from 'node:crypto'
import { z } from 'zod'
import type { Variables } from './configuration.ts'
import type { Finding } from './finding.ts'
import type { Doors } from './network.ts'

const PATIENCE_MS = 10_000

type Answer = { status: number; body: unknown }

type Question = Finding & {
  url: string
  headers?: Record<string, string>
  good(answer: Answer): boolean
}

/** Findings about gateway, payouts, sign-in and the key of push messages. */
export async function providerFindings(
  given: Variables,
  doors: Pick<Doors, 'fetch'>,
): Promise<Finding[]> {
  const questions = [
    ...gatewayQuestions(given),
    ...payoutQuestions(given),
    ...signInQuestions(given),
  ].filter(({ url }) => URL.canParse(url))
  const found = await Promise.all(
    questions.map(async ({ url, headers, good, ...finding }) => {
      const answer = await ask(doors, url, headers)
      return answer && good(answer) ? [] : [finding]
    }),
  )
  return [...found.flat(), ...pushKeyFindings(given)]
}

async function ask(
  doors: Pick<Doors, 'fetch'>,
  url: string,
  headers: Record<string, string> = {},
): Promise<Answer | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await doors.fetch(url, { headers, redirect: 'error', signal })
    const text = await answer.text()
    return { status: answer.status, body: parsedOrNull(text) }
  } catch {
    return undefined
  }
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isFound = ({ status }: Answer) => status === 200

/** https://docs.wompi.co/docs/colombia/tokens-de-aceptacion/ and …/transacciones/. */
function gatewayQuestions(given: Variables): Question[] {
  const { WOMPI_PUBLIC_KEY: publicKey, WOMPI_PRIVATE_KEY: privateKey } = given
  if (!publicKey || !privateKey) return []
  const live = publicKey.startsWith('pub_prod_') ? 'production' : 'sandbox'
  const gateway = given.WOMPI_API_URL || `https://${live}.wompi.co/v1`
  return [
    {
      id: 'gateway_public_key',
      level: 'error',
      url: `${gateway}/merchants/info`,
      headers: { 'x-merchant-public-key': publicKey },
      good: isFound,
      what: 'Wompi no contesta a WOMPI_PUBLIC_KEY',
      why: 'nadie puede recargar',
      todo: 'copia las llaves del panel de Wompi; docs/runbooks/gateway-down.md',
    },
    {
      id: 'gateway_private_key',
      level: 'error',
      url: `${gateway}/transactions?reference=cupo-doctor`,
      headers: { authorization: `Bearer ${privateKey}` },
      good: isFound,
      what: 'Wompi no contesta a WOMPI_PRIVATE_KEY',
      why: 'un pago cuyo aviso se pierde no se vuelve a preguntar',
      todo: 'copia las llaves del panel de Wompi; docs/runbooks/gateway-down.md',
    },
  ]
}

/** Read as the product does: in an envelope or bare. */
const bare = (body: unknown): unknown =>
  (z.object({ data: z.unknown() }).safeParse(body).data?.data ?? body) as unknown

const Accounts = z.array(z.object({ id: z.string(), status: z.string().nullish() }))
const Health = z.object({ status: z.string() })

/** https://docs.wompi.co/docs/colombia/consultas-y-operaciones/. */
function payoutQuestions(given: Variables): Question[] {
  const { PAYOUTS_API_KEY: key, PAYOUTS_PRINCIPAL_ID: principal, PAYOUTS_ACCOUNT_ID: own } = given
  if (!key || !principal || !own) return []
  const origin = given.PAYOUTS_API_URL || 'https://api.payouts.wompi.co'
  const headers = { 'x-api-key': key, 'user-principal-id': principal }
  return [
    {
      id: 'payouts_account',
      level: 'error',
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

/** OpenID Connect Discovery 1.0 §4. */
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
    level: 'error',
    url: `${issuer}/.well-known/openid-configuration`,
    good: ({ body }) => Discovery.safeParse(body).data?.issuer === issuer,
    what: `${name} no dice cómo se entra con una cuenta suya`,
    why: `nadie puede entrar con ${name}`,
    todo: 'deja salir https en el cortafuegos; revisa la dirección del emisor',
  }))
}

/** A private key of P-256 is a number of that curve. */
function pushKeyFindings({ VAPID_PRIVATE_KEY: key }: Variables): Finding[] {
  if (!key) return []
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(key, 'base64url'))
    return []
  } catch {
    return [
      {
        id: 'push_key',
        level: 'error',
        what: 'VAPID_PRIVATE_KEY no es una llave de P-256',
        why: 'ningún navegador acepta notificaciones firmadas con ella',
        todo: 'haz una con: npm run keys:new',
      },
    ]
  }
}
