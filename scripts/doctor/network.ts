// Checks other services: the running server, mail and NATS servers, and the DNS records of our
// mail.
import { resolveTxt } from 'node:dns/promises'
import { connect } from 'node:net'
import nodemailer from 'nodemailer'
import { type BucketSettings, loadConfig } from '#server/config.ts'
import { openBucket } from '#server/modules/foundation/files/index.ts'
import { maySendToDevices } from '#server/modules/foundation/notifications/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { randomToken } from '#server/platform/crypto.ts'
import { assert } from '#server/platform/errors.ts'
import { withCause } from './cause.ts'
import { mailDomain, type Variables } from './configuration.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 5_000

/** Functions that reach other machines; tests replace them. */
export type Doors = {
  /** Returns the texts of a name's TXT records, or an empty list. Throws without a resolver. */
  txt(name: string): Promise<string[]>
  /** Throws when no server accepts a connection. */
  reach(host: string, port: number): Promise<void>
  /** Signs in at the mail server, without sending mail. */
  greetMail(url: string): Promise<void>
  /** Writes a file to the bucket of documents, reads it and deletes it. */
  useBucket(bucket: BucketSettings): Promise<void>
  /** Asks Firebase whether the service account may send messages; sends none. */
  mayPush(account: string): Promise<boolean>
  fetch: typeof fetch
}

export const realDoors: Doors = {
  async txt(name) {
    try {
      return (await resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      if (['ENOTFOUND', 'ENODATA'].includes(String((error as { code?: string }).code))) return []
      throw error
    }
  },
  reach: (host, port) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, timeout: TIMEOUT_MS }, () => {
        socket.destroy()
        resolve()
      })
      socket.once('timeout', () => socket.destroy(new Error('timeout')))
      socket.once('error', reject)
    }),
  async greetMail(url) {
    const transport = nodemailer.createTransport({ url, connectionTimeout: TIMEOUT_MS })
    try {
      await transport.verify()
    } finally {
      transport.close()
    }
  },
  async useBucket(settings) {
    const store = await openBucket(settings)
    const name = `doctor-${randomToken(12)}`
    await store.put(name, Buffer.from('cupo'))
    try {
      assert((await store.read(name))?.toString() === 'cupo', 'what was written is read')
    } finally {
      await store.discard(name)
    }
  },
  async mayPush(account) {
    const { env } = loadConfig({ FCM_SERVICE_ACCOUNT: account })
    const fcm = env.FCM_SERVICE_ACCOUNT
    return await maySendToDevices({ clock: systemClock, secrets: fcm ? { fcm } : {}, urls: {} })
  },
  fetch,
}

/** Finds problems of the services that Cupo needs. */
export async function serviceFindings(given: Variables, doors: Doors): Promise<Finding[]> {
  const found = await Promise.all([
    mailServer(given, doors),
    mailRecords(given, doors),
    natsServer(given, doors),
    documentBucket(given, doors),
    appPush(given, doors),
  ])
  return found.flat()
}

async function documentBucket(given: Variables, doors: Doors): Promise<Finding[]> {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENDPOINT, S3_REGION } = given
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID !== !S3_SECRET_ACCESS_KEY) return []
  const { bucket } = loadConfig({
    ...{ S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_ENDPOINT, S3_REGION },
    S3_PATH_STYLE: given.S3_PATH_STYLE,
  })
  if (!bucket) return []
  return answers(() => doors.useBucket(bucket), {
    id: 'bucket_unusable',
    what: `no se pudo escribir, leer y borrar un archivo en S3_BUCKET (${S3_BUCKET})`,
    why: 'nadie puede subir sus documentos, y los que hay no se pueden revisar',
    todo: 'comprueba S3_ENDPOINT, S3_REGION, las llaves y los permisos de ese bucket',
  })
}

async function appPush({ FCM_SERVICE_ACCOUNT: account }: Variables, doors: Doors) {
  if (!account) return []
  const asked = async () => assert(await doors.mayPush(account), 'Firebase lets us send')
  return answers(asked, {
    id: 'app_push_refused',
    what: 'Firebase no deja enviar con FCM_SERVICE_ACCOUNT',
    why: 'quien usa la app no recibe avisos en su celular',
    todo: 'dale a la cuenta el rol Firebase Cloud Messaging API Admin, o haz otra clave',
  })
}

async function mailServer({ SMTP_URL: url }: Variables, doors: Doors): Promise<Finding[]> {
  if (!url || !URL.canParse(url)) return []
  return answers(() => doors.greetMail(url), {
    id: 'mail_unreachable',
    what: 'el servidor de correo de SMTP_URL no nos deja entrar',
    why: 'nadie puede recuperar su clave ni recibe avisos',
    todo: 'comprueba dirección, puerto, usuario y clave; deja salir ese puerto en el cortafuegos',
  })
}

async function natsServer({ NATS_URL: url }: Variables, doors: Doors): Promise<Finding[]> {
  if (!url || !URL.canParse(url)) return []
  const { hostname, port } = new URL(url)
  return answers(() => doors.reach(hostname, Number(port) || 4222), {
    id: 'nats_unreachable',
    level: 'warning',
    what: 'nadie contesta en NATS_URL',
    why: 'los procesos vuelven a preguntarle a la base de datos cinco veces por segundo',
    todo: 'arranca nats-server o quita NATS_URL',
  })
}

/** Checks SPF and DMARC of the sender's domain, and DKIM when its selector is known. */
async function mailRecords(given: Variables, doors: Doors): Promise<Finding[]> {
  const domain = mailDomain(given)
  if (!domain) return []
  const selector = given.MAIL_DKIM_SELECTOR
  const wanted = [
    { record: 'SPF', name: domain, mark: /^v=spf1\b/i },
    { record: 'DMARC', name: `_dmarc.${domain}`, mark: /^v=DMARC1\b/i },
    { record: 'DKIM', name: selector ? `${selector}._domainkey.${domain}` : '', mark: /\bp=\w/ },
  ]
  const found = await Promise.all(
    wanted.map(async ({ record, name, mark }): Promise<Finding[]> => {
      const texts = name === '' ? [] : await doors.txt(name).catch(() => [])
      if (texts.some((text) => mark.test(text))) return []
      const unknown = name === '' ? ' (no hay MAIL_DKIM_SELECTOR)' : ` en ${name}`
      return [
        {
          id: `mail_${record.toLowerCase()}`,
          level: 'warning',
          what: `no se encontró el registro ${record}${unknown}`,
          why: 'Gmail y Outlook rechazan o marcan correos sin SPF, DKIM y DMARC',
          todo: 'publica el registro TXT que da el proveedor de correo',
        },
      ]
    }),
  )
  return found.flat()
}

async function answers(ask: () => Promise<unknown>, finding: Finding): Promise<Finding[]> {
  try {
    await ask()
    return []
  } catch (error) {
    return [withCause(finding, error)]
  }
}

type Probe = Finding & { path: string; authorized?: boolean; good(answer: Response): boolean }

const DOWN: Finding = {
  id: 'not_alive',
  what: 'GET /api/health no contesta 200',
  why: 'el proceso no corre, o el proxy no llega a él',
  todo: 'mira systemctl status cupo@3000 cupo@3001 y el registro del proxy',
}

const downAt = ({ status }: Response): Finding => ({
  ...DOWN,
  what: `el sitio está caído: el proxy contesta ${status}`,
})

const PROBES: Probe[] = [
  { ...DOWN, path: '/api/health', good: ({ status }) => status === 200 },
  {
    id: 'not_ready',
    path: '/api/ready',
    good: ({ status }) => status === 200,
    what: 'GET /api/ready no contesta 200',
    why: 'la base de datos no contesta o faltan migraciones: nadie puede reservar',
    todo: 'mira el registro; corre npm run doctor con las variables del servidor',
  },
  {
    id: 'metrics_open',
    path: '/api/metrics',
    good: ({ status }) => status === 403,
    what: 'GET /api/metrics contesta sin METRICS_TOKEN',
    why: 'cualquiera ve cuánto se usa Cupo y qué falla',
    todo: 'pon METRICS_TOKEN y reinicia',
  },
  {
    id: 'metrics_unreadable',
    level: 'warning',
    path: '/api/metrics',
    authorized: true,
    good: ({ status }) => status === 200,
    what: 'GET /api/metrics no acepta el METRICS_TOKEN de estas variables',
    why: 'Prometheus no mide y ninguna alarma suena',
    todo: 'usa el mismo METRICS_TOKEN en el servidor y en Prometheus',
  },
  {
    id: 'headers_weak',
    path: '/',
    good: ({ headers }) =>
      headers.has('content-security-policy') &&
      headers.get('x-content-type-options') === 'nosniff' &&
      Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1]) >=
        15_552_000,
    what: 'faltan cabeceras de seguridad (HSTS, CSP, nosniff)',
    why: 'el proxy las quita, o PUBLIC_URL no es https: una red ajena podría cambiar la página',
    todo: 'deja pasar las cabeceras de Cupo en el proxy y pon PUBLIC_URL con https',
  },
  {
    id: 'sandbox_reachable',
    path: '/sandbox',
    good: ({ status }) => status === 404,
    what: '/sandbox contesta en el sitio público',
    why: 'cualquiera se recarga plata que no existe',
    todo: 'arranca con NODE_ENV=production y sin SANDBOX',
  },
]

/** Answers of a proxy that does not reach the server. `/api/ready` has a 503 of its own. */
const isDown = (path: string, { status }: Response) =>
  status === 502 || status === 504 || (status === 503 && path !== '/api/ready')

/** Finds problems of the server at `site`. */
export async function runningFindings(
  site: string,
  metricsToken: string | undefined,
  doors: Pick<Doors, 'fetch'>,
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { path, good, authorized, ...finding } of PROBES) {
    if (authorized && !metricsToken) continue
    const headers = authorized ? { authorization: `Bearer ${metricsToken}` } : undefined
    const answer = await doors
      .fetch(new URL(path, site), {
        ...(headers ? { headers } : {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      .catch((error: unknown) => error)
    // When the server does not answer, the other checks would report the same problem.
    if (!(answer instanceof Response)) return [...found, withCause(DOWN, answer)]
    if (isDown(path, answer)) return [...found, downAt(answer)]
    if (!good(answer)) found.push(finding)
  }
  return found
}
