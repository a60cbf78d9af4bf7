// Checks whether an emergency reaches a person by text message: the channels, and the company's
// phone.
import { withCause } from './cause.ts'
import type { Variables } from './configuration.ts'
import type { Finding } from './finding.ts'
import type { Doors } from './network.ts'

const WHATSAPP = 'https://graph.facebook.com'
const TWILIO = 'https://api.twilio.com'

/** Finds problems with text messages to people on duty. Sends no message. */
export async function emergencyFindings(
  given: Variables,
  doors: Pick<Doors, 'reach'>,
): Promise<Finding[]> {
  return [...(await textFindings(given, doors)), ...phoneFindings(given)]
}

async function textFindings(given: Variables, doors: Pick<Doors, 'reach'>): Promise<Finding[]> {
  const addresses = [
    ...(given.WHATSAPP_TOKEN ? [given.WHATSAPP_API_URL || WHATSAPP] : []),
    ...(given.TWILIO_ACCOUNT_SID ? [given.TWILIO_API_URL || TWILIO] : []),
  ].filter((address) => URL.canParse(address))
  if (addresses.length === 0) {
    return [
      {
        id: 'texts_off',
        what: 'no hay SMS ni WhatsApp (TWILIO_ACCOUNT_SID, WHATSAPP_TOKEN)',
        why: 'una emergencia de noche no despierta a quien está de guardia',
        todo: 'contrata uno y pon sus variables (docs/configuration.md)',
      },
    ]
  }
  const failures = await Promise.all(addresses.map((address) => failureAt(address, doors)))
  if (failures.includes(null)) return []
  const [first] = failures
  const finding: Finding = {
    id: 'texts_unreachable',
    what: 'nadie contesta en la dirección de SMS ni en la de WhatsApp',
    why: 'una emergencia de noche no despierta a quien está de guardia',
    todo: 'comprueba TWILIO_API_URL y WHATSAPP_API_URL; deja salir ese puerto en el cortafuegos',
  }
  return [withCause(finding, first)]
}

/** Returns the error of a call; null if somebody answers. */
async function failureAt(address: string, doors: Pick<Doors, 'reach'>): Promise<unknown> {
  const { hostname, port, protocol } = new URL(address)
  try {
    await doors.reach(hostname, Number(port) || (protocol === 'http:' ? 80 : 443))
    return null
  } catch (error) {
    return error
  }
}

function phoneFindings(given: Variables): Finding[] {
  if (given.EMERGENCY_PHONE) return []
  return [
    {
      id: 'emergency_phone_unset',
      what: 'no hay EMERGENCY_PHONE',
      why: 'si nadie del equipo toma una emergencia en 5 minutos, no queda a quién llamar',
      todo: 'pon el celular de la empresa, como +573001234567',
    },
  ]
}
