// Finds problems of the environment variables, by the rules of production.
import { ConfigError, loadConfig } from '#server/config.ts'
import type { Finding } from './finding.ts'

export type Variables = Record<string, string | undefined>

/** Explanation of each configuration error; the first matching pattern is used. */
const REASONS: [RegExp, { id: string; why: string; todo: string }][] = [
  [
    /es obligatoria/,
    {
      id: 'variable_missing',
      why: 'sin ella el servidor no arranca en producción',
      todo: 'ponle un valor; docs/configuration.md dice cuál',
    },
  ],
  [
    /ya no existe/,
    {
      id: 'variable_removed',
      why: 'con ella el servidor no arranca',
      todo: 'quítala; la decisión que nombra dice por qué',
    },
  ],
  [
    /de pruebas no se permiten|mezclan|debe empezar/,
    {
      id: 'gateway_keys',
      why: 'con llaves de pruebas las recargas no traen plata, y mezcladas no se confirma ninguna',
      todo: 'copia las cuatro llaves de producción del panel de Wompi',
    },
  ],
  [
    /dato de ejemplo/,
    {
      id: 'placeholder_contact',
      why: 'quien escriba o llame ahí no llega a nadie',
      todo: 'pon el dato verdadero de la empresa',
    },
  ],
  [
    /fácil de adivinar|32 bytes/,
    {
      id: 'secret_weak',
      why: 'quien la adivine entra como otra persona o abre datos sellados',
      todo: 'haz una con: npm run keys:new',
    },
  ],
  [
    /no pueden ser iguales/,
    {
      id: 'secret_reused',
      why: 'si una se filtra, se filtran las dos',
      todo: 'haz una distinta para cada variable con: npm run keys:new',
    },
  ],
  [
    /SANDBOX|DEMO/,
    {
      id: 'sandbox_on',
      why: 'en el sandbox cualquiera se recarga plata que no existe',
      todo: 'quita SANDBOX y DEMO',
    },
  ],
  [
    /sslmode/,
    {
      id: 'database_clear',
      why: 'sin comprobar el certificado, otra máquina puede hacerse pasar por la base de datos',
      todo: 'añade ?sslmode=verify-full a DATABASE_URL',
    },
  ],
  [
    /SMTP_URL/,
    {
      id: 'mail_clear',
      why: 'los enlaces para cambiar una clave viajarían sin cifrar',
      todo: 'usa smtps://… o smtp://…?requireTLS=true, y comprueba certificados',
    },
  ],
  [
    /https|tls/,
    {
      id: 'address_clear',
      why: 'lo que pasa por esa dirección se puede leer y cambiar en el camino',
      todo: 'usa https:// (tls:// para NATS)',
    },
  ],
]

const OTHER = {
  id: 'variable_invalid',
  why: 'el servidor no arranca con ese valor',
  todo: 'corrígelo; docs/configuration.md dice qué se acepta',
}

/** Finds problems from the variables alone, without opening files or connections. */
export function configurationFindings(given: Variables): Finding[] {
  return [
    ...refusals(given),
    ...modeFindings(given),
    ...addressFindings(given),
    ...proxyFindings(given),
    ...mailFindings(given),
    ...optionFindings(given),
  ]
}

function refusals(given: Variables): Finding[] {
  try {
    loadConfig({ ...given, NODE_ENV: 'production' } as NodeJS.ProcessEnv)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((what) => {
      const reason = REASONS.find(([pattern]) => pattern.test(what))?.[1] ?? OTHER
      return { what, ...reason }
    })
  }
}

function modeFindings(given: Variables): Finding[] {
  if (given.NODE_ENV === 'production') return []
  const live = given.WOMPI_PRIVATE_KEY?.startsWith('prv_prod_')
  const what = 'NODE_ENV no es production'
  return [
    live
      ? {
          id: 'live_keys_outside_production',
          what: `${what} y las llaves de Wompi son las de producción`,
          why: 'se cobraría plata de verdad sin las reglas de producción',
          todo: 'pon NODE_ENV=production, o usa las llaves de pruebas',
        }
      : {
          id: 'not_production',
          what,
          why: 'sin ello se aceptan el sandbox, llaves hechas solas y direcciones sin cifrar',
          todo: 'pon NODE_ENV=production',
        },
  ]
}

function addressFindings(given: Variables): Finding[] {
  const findings: Finding[] = []
  const site = parsed(given.PUBLIC_URL)
  if (site && (isLocal(site) || site.pathname !== '/')) {
    findings.push({
      id: 'public_url',
      what: `PUBLIC_URL es ${site.href}: debe ser el origen que ve la gente, sin ruta`,
      why: 'de ella salen los enlaces de los correos y el regreso desde el pago',
      todo: 'pon solo https:// y el dominio',
    })
  }
  const gateway = parsed(given.WOMPI_API_URL)
  if (gateway && gateway.hostname !== 'production.wompi.co') {
    findings.push({
      id: 'gateway_address',
      what: `WOMPI_API_URL apunta a ${gateway.hostname}`,
      why: 'los pagos se confirmarían preguntándole a otro que a la pasarela',
      todo: 'quita WOMPI_API_URL',
    })
  }
  return findings
}

function proxyFindings(given: Variables): Finding[] {
  const hops = Number(given.TRUST_PROXY_HOPS)
  if (given.TRUST_PROXY_HOPS === undefined || given.TRUST_PROXY_HOPS === '') return []
  const isOpen = !['127.0.0.1', '::1', 'localhost', undefined, ''].includes(given.HOST)
  if (hops === 0 && given.PUBLIC_URL?.startsWith('https:')) {
    return [
      {
        id: 'proxy_hops',
        what: 'TRUST_PROXY_HOPS=0, pero el sitio es https y Cupo no termina TLS',
        why: 'delante hay un proxy: todas las personas parecen la misma y comparten los límites',
        todo: 'pon cuántos proxies nuestros añaden X-Forwarded-For, normalmente 1',
      },
    ]
  }
  if (hops === 0 || !isOpen) return []
  return [
    {
      id: 'proxy_bypass',
      level: 'warning',
      what: `HOST=${given.HOST} acepta conexiones que no pasan por el proxy`,
      why: 'quien llegue directo inventa su X-Forwarded-For y se salta los límites',
      todo: 'pon HOST=127.0.0.1, o deja pasar solo al proxy en el cortafuegos',
    },
  ]
}

function mailFindings(given: Variables): Finding[] {
  const domain = mailDomain(given)
  const site = parsed(given.PUBLIC_URL)?.hostname
  if (!domain || !site || `.${site}`.endsWith(`.${domain}`) || domain.endsWith(`.${site}`))
    return []
  return [
    {
      id: 'mail_domain',
      level: 'warning',
      what: `MAIL_FROM es de ${domain} y el sitio de ${site}`,
      why: 'un correo de otro dominio parece una estafa y acaba en la basura',
      todo: 'usa una dirección del dominio del sitio',
    },
  ]
}

function optionFindings(given: Variables): Finding[] {
  const findings: Finding[] = []
  if (!given.VAPID_PRIVATE_KEY) {
    findings.push({
      id: 'push_off',
      level: 'warning',
      what: 'no hay VAPID_PRIVATE_KEY',
      why: 'nadie recibe notificaciones en su celular',
      todo: 'haz una con: npm run keys:new',
    })
  }
  if (!given.ANDROID_APP_CERTIFICATES !== !given.IOS_APP_TEAM_ID) {
    findings.push({
      id: 'app_links_half',
      level: 'warning',
      what: 'solo una de ANDROID_APP_CERTIFICATES e IOS_APP_TEAM_ID',
      why: 'en los otros celulares los enlaces no abren la app',
      todo: 'pon las dos, o ninguna si no hay app (native/README.md)',
    })
  }
  const hasApp = given.ANDROID_APP_CERTIFICATES || given.IOS_APP_TEAM_ID
  if (hasApp && !given.FCM_SERVICE_ACCOUNT) {
    findings.push({
      id: 'app_push_off',
      level: 'warning',
      what: 'hay app y no hay FCM_SERVICE_ACCOUNT',
      why: 'quien usa la app no recibe avisos en su celular',
      todo: 'crea en Firebase una cuenta de servicio y pon aquí su clave (native/README.md)',
    })
  }
  if (['debug', 'silent', 'fatal'].includes(given.LOG_LEVEL ?? '')) {
    findings.push({
      id: 'log_level',
      level: 'warning',
      what: `LOG_LEVEL=${given.LOG_LEVEL}`,
      why: 'con debug el registro crece sin medida; con silent o fatal no avisa de errores',
      todo: 'pon info',
    })
  }
  if (!given.BACKUP_DIR) {
    findings.push({
      id: 'backups_unset',
      what: 'no hay BACKUP_DIR',
      why: 'no se sabe si hay copias de seguridad',
      todo: 'configura ops/backup y pon aquí su carpeta (docs/runbooks/restore.md)',
    })
  }
  return findings
}

/** Domain of the sender address, if the address has one. */
export function mailDomain(given: Variables): string | undefined {
  return /@([\w.-]+)>?\s*$/.exec(given.MAIL_FROM ?? '')?.[1]?.toLowerCase()
}

function parsed(url: string | undefined): URL | undefined {
  return url && URL.canParse(url) ? new URL(url) : undefined
}

function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || /^[\d.]+$|^\[/.test(hostname)
}
