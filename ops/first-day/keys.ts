import { randomBytes } from 'node:crypto'
import type { PayoutSandboxKeys } from '#sandbox/wompi/payouts-api.ts'
import type { WompiSandboxKeys } from '#sandbox/wompi/wompi-keys.ts'
import { brandVariables } from './brand.ts'

/** Keys from external providers, each in the form in which the provider gives it. */
export type OutsideKeys = {
  wompi: WompiSandboxKeys
  payouts: PayoutSandboxKeys
  texts: {
    whatsapp: { token: string; phoneId: string; appSecret: string }
    sms: { accountSid: string; authToken: string; serviceSid: string }
  }
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

export function outsideKeys(): OutsideKeys {
  return {
    wompi: {
      publicKey: `pub_prod_${hex(16)}`,
      privateKey: `prv_prod_${hex(16)}`,
      eventsSecret: `prod_events_${hex(16)}`,
      integritySecret: `prod_integrity_${hex(16)}`,
    },
    payouts: {
      apiKey: hex(24),
      principalId: hex(12),
      accountId: crypto.randomUUID(),
      eventsSecret: hex(24),
    },
    texts: {
      whatsapp: { token: hex(24), phoneId: '100000000000000', appSecret: hex(16) },
      sms: { accountSid: `AC${hex(16)}`, authToken: hex(16), serviceSid: `MG${hex(16)}` },
    },
  }
}

/** Variables file, without the secrets that `npm run keys:new` makes. */
export function variablesOf(
  keys: OutsideKeys,
  at: { databaseUrl: string; dataDir: string; backupDir: string; domain: string; mail: string },
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    PUBLIC_URL: `https://${at.domain}`,
    ...brandVariables,
    TRUST_PROXY_HOPS: '1',
    DATABASE_URL: at.databaseUrl,
    DATA_DIR: at.dataDir,
    BACKUP_DIR: at.backupDir,
    SMTP_URL: `smtps://avisos:clave@${at.mail}`,
    MAIL_FROM: `Cupo <avisos@${at.domain}>`,
    MAIL_DKIM_SELECTOR: 'cupo',
    WOMPI_PUBLIC_KEY: keys.wompi.publicKey,
    WOMPI_PRIVATE_KEY: keys.wompi.privateKey,
    WOMPI_EVENTS_SECRET: keys.wompi.eventsSecret,
    WOMPI_INTEGRITY_SECRET: keys.wompi.integritySecret,
    PAYOUTS_API_KEY: keys.payouts.apiKey,
    PAYOUTS_PRINCIPAL_ID: keys.payouts.principalId,
    PAYOUTS_ACCOUNT_ID: keys.payouts.accountId,
    PAYOUTS_EVENTS_SECRET: keys.payouts.eventsSecret,
    TWILIO_ACCOUNT_SID: keys.texts.sms.accountSid,
    TWILIO_AUTH_TOKEN: keys.texts.sms.authToken,
    TWILIO_MESSAGING_SERVICE_SID: keys.texts.sms.serviceSid,
    EMERGENCY_PHONE: '+573105550199',
  }
}
