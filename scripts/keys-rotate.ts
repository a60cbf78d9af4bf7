import { loadConfig } from '#server/config.ts'
import { renewKeyChecks } from '#server/key-checks.ts'
import {
  resealAppealPhotos,
  resealHearingPhotos,
  resealReportPhotos,
} from '#server/modules/community/conduct/index.ts'
import { resealMessages } from '#server/modules/community/conversations/index.ts'
import { resealRewardCodes } from '#server/modules/community/rewards/index.ts'
import {
  resealContacts,
  resealIncidents,
  resealPositions,
  resealShareNames,
} from '#server/modules/community/safety/index.ts'
import { resealSupport } from '#server/modules/community/support/index.ts'
import {
  resealAccounts,
  resealSendings,
  resealWithdrawals,
} from '#server/modules/money/withdrawals/index.ts'
import { resealClaims, resealExports } from '#server/modules/office/privacy/index.ts'
import {
  resealAppleTokens,
  resealPhoneCodes,
  resealTotp,
} from '#server/modules/people/access/index.ts'
import { resealIdentifications, resealPhones } from '#server/modules/people/users/index.ts'
import { resealDocuments } from '#server/modules/people/verification/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readCommand } from '#server/platform/command.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { resealJobs } from '#server/platform/jobs/reseal.queries.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { say } from './project.ts'
import { withDatabase } from './with-database.ts'

readCommand({
  call: 'npm run keys:rotate',
  about:
    'Seals with DATA_KEY whatever is still under one of DATA_KEYS_OLD. The server may run ' +
    'meanwhile, with the same two settings. Can be interrupted and repeated; once it counts ' +
    'nothing renewed, the old keys may go. Run it before the restart with a new AUTH_SECRET or ' +
    'TICKET_PRIVATE_KEY too: the next start expects what it found here.',
})

const config = loadConfig()
const steps = {
  'documentos de identidad': resealIdentifications,
  celulares: resealPhones,
  'celulares por confirmar': resealPhoneCodes,
  'permisos de Apple': resealAppleTokens,
  'apps de códigos': resealTotp,
  'archivos de documentos': resealDocuments,
  mensajes: resealMessages,
  'fotos de reportes': resealReportPhotos,
  'fotos de apelaciones': resealAppealPhotos,
  'fotos de versiones': resealHearingPhotos,
  'nombres de enlaces': resealShareNames,
  'posiciones compartidas': resealPositions,
  'copias de datos': resealExports,

  'saldos de cuentas cerradas': resealClaims,
  'contactos de confianza': resealContacts,
  incidentes: resealIncidents,
  'códigos de recompensas': resealRewardCodes,
  'casos de soporte': resealSupport,
  'cuentas para retirar': resealAccounts,
  'destinos de retiros': resealWithdrawals,
  'pedidos a la pasarela': resealSendings,
  'trabajos en espera': resealJobs,
}

await withDatabase(async (url) => {
  const db = openDatabase(url, { restricted: true, poolSize: 2 })
  try {
    const deps = { db, config, clock: systemClock, secrets: loadSecrets(config) }
    for (const [name, reseal] of Object.entries(steps)) {
      const { read, renewed } = await reseal(deps)
      say(`${name}: ${read} leídos, ${renewed} con la llave nueva`)
    }
    await renewKeyChecks(deps)
  } finally {
    await db.destroy()
  }
})
