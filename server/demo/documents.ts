import sharp from 'sharp'
import type { UploadDocument } from '#server/modules/people/verification/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { sha256Hex } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { derivedId } from '#server/platform/ids.ts'
import type { PaperRow } from './demo.queries.ts'
import type { DemoDriver } from './people.ts'

type Sheet = {
  kind: UploadDocument['kind']
  title: string
  lines: string[]
  of: 'person' | 'car'
  expires?: true
}

const POLICY = { insurer: 'Seguros de muestra', number: 'AU-2026-481' }

/** Lists a driver's documents. The same picture sent by two people is a signal of fraud. */
function sheetsOf(who: DemoDriver, expiresOn: string): Sheet[] {
  const name = `${who.firstName} ${who.lastName}`
  const { brand, color, plate: letters } = who.vehicle
  const plate = `Placa ${letters}`
  const model = `${brand} ${who.vehicle.model} ${who.vehicle.year}`
  const until = `Vence ${expiresOn}`
  const born = `Nacimiento ${who.birthDate}`
  const person = (kind: Sheet['kind'], title: string, ...lines: string[]): Sheet => {
    return { kind, title, lines: [name, ...lines], of: 'person' }
  }
  const car = (kind: Sheet['kind'], title: string, ...lines: string[]): Sheet => {
    return { kind, title, lines: [plate, ...lines], of: 'car' }
  }
  return [
    person('identity_front', 'Cédula de ciudadanía', who.identificationNumber),
    person('identity_back', 'Cédula, respaldo', born),
    { ...person('licence', 'Licencia de conducción', 'Categoría B1', until), expires: true },
    car('property_card', 'Tarjeta de propiedad', model, name),
    { ...car('soat', 'SOAT', until), expires: true },
    {
      ...car('insurance', 'Responsabilidad civil', ...Object.values(POLICY), until),
      expires: true,
    },
    { ...car('rtm', 'Revisión técnico-mecánica', until), expires: true },
    car('vehicle_photo', 'Carro, frente', model, color),
    car('vehicle_back', 'Carro, atrás', color),
    car('vehicle_side', 'Carro, lado', model, color),
    car('vehicle_inside', 'Carro, interior', model, 'Asientos y cinturones'),
  ]
}

function inAYear(now: Date): string {
  return bogotaDate(addMs(now, 365 * DAY_MS))
}

/** Draws the photos of documents that a driver uploads. */
export function documentsOf(
  deps: Pick<Deps, 'clock'>,
  who: DemoDriver,
  vehicleId: string,
): Promise<UploadDocument[]> {
  const expiresOn = inAYear(deps.clock.now())
  return Promise.all(
    sheetsOf(who, expiresOn).map(async ({ kind, title, lines, of, expires }) => ({
      kind,
      vehicleId: of === 'car' ? vehicleId : undefined,
      expiresOn: expires ? expiresOn : undefined,
      birthDate: kind === 'identity_front' ? who.birthDate : undefined,
      ...(kind === 'insurance' && { insurer: POLICY.insurer, policyNumber: POLICY.number }),
      bytes: await documentPhoto(title, lines),
    })),
  )
}

type Verified = {
  who: DemoDriver
  userId: string
  vehicleId: string
  verifierId: string
  /** Time when the documents were sent. */
  at: Date
  now: Date
}

/** Time from the approval of a document to the deletion of its photo. */
const PHOTO_KEPT_MS = 180 * DAY_MS

/** Returns the same documents as rows whose photos are already deleted. */
export function oldPapersOf({ who, userId, vehicleId, verifierId, at, now }: Verified): PaperRow[] {
  const reviewedAt = addMs(at, 2 * HOUR_MS)
  const expiresOn = inAYear(now)
  return sheetsOf(who, expiresOn).map(({ kind, of, expires }) => {
    const id = derivedId('demo.document', userId, kind)
    return {
      id,
      owner_id: userId,
      vehicle_id: of === 'car' ? vehicleId : null,
      kind,
      expires_on: expires ? expiresOn : null,
      birth_date: kind === 'identity_front' ? who.birthDate : null,
      policy: kind === 'insurance' ? POLICY : null,
      storage_key: derivedId('demo.file', id),
      sha256: `\\x${sha256Hex(Buffer.from(id))}`,
      created_at: at,
      reviewed_by: verifierId,
      reviewed_at: reviewedAt,
      file_deleted_at: addMs(reviewedAt, PHOTO_KEPT_MS),
    }
  })
}

/** Draws a replacement for the photo of a document, marked as a sample. */
export function documentPhoto(title: string, lines: string[]): Promise<Buffer> {
  const rows = lines.map(
    (line, index) =>
      `<text x="70" y="${250 + index * 64}" font-size="40" fill="#15211C">
        ${escapeXml(line)}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640"
    font-family="sans-serif">
    <rect width="1000" height="640" fill="#D9D3C4"/>
    <rect x="30" y="30" width="940" height="580" rx="32" fill="#FBF8F1"/>
    <rect x="30" y="30" width="940" height="110" rx="32" fill="#0B5D48"/>
    <text x="70" y="102" font-size="48" fill="#FFFFFF">${escapeXml(title)}</text>
    ${rows.join('')}
    <text x="70" y="572" font-size="30" fill="#C2431A">Muestra sin validez</text>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
