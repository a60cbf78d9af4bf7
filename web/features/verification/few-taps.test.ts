import { expect, it } from 'vitest'
import type { DocumentKind } from '#contract/verification.ts'
import { guessSlots } from './guess-slots.ts'
import { changeUploads, missingOf, slotOf, type Upload } from './uploads.ts'
import type { RequirementView } from './use-documents.ts'

const CAR = '0190a000-0000-7000-8000-000000000001'
const DATED: readonly DocumentKind[] = ['licence', 'soat', 'insurance', 'rtm']
const kinds: readonly DocumentKind[] = [
  ...(['identity_front', 'identity_back', 'licence', 'selfie'] as const),
  ...(['property_card', 'soat', 'insurance', 'rtm'] as const),
  ...(['vehicle_photo', 'vehicle_back', 'vehicle_side', 'vehicle_inside'] as const),
]
const requirements = kinds.map((kind, i): RequirementView => {
  const asked = { required: kind !== 'selfie', needsExpiry: DATED.includes(kind) }
  const rest = { state: 'missing' as const, expiresOn: null, endsSoon: false, reason: null }
  return { kind, vehicleId: i < 4 ? null : CAR, ...asked, ...rest }
})

/** Files of a driver: papers of insurer and workshop as PDF, the rest as photos of a phone. */
function chosenFiles(pdfs: readonly DocumentKind[]) {
  const asked = requirements.filter(({ required }) => required)
  return asked.map(({ kind }) => {
    const isPdf = pdfs.includes(kind)
    const file = new File(['x'], `${kind}.${isPdf ? 'pdf' : 'jpg'}`)
    return { file, isPdf, kind: isPdf ? kind : null, expiresOn: isPdf ? '2999-01-01' : '' }
  })
}

/** Uploads after choosing all files in one step, with the guesses and dates of the screen. */
function choose(pdfs: readonly DocumentKind[]): Upload[] {
  const files = chosenFiles(pdfs)
  const slots = guessSlots(files, requirements, [])
  const photos = files.map(({ file, expiresOn }, i) => ({ file, expiresOn, slot: slots[i] ?? '' }))
  return changeUploads([], { do: 'add', photos })
}

/** Fields that the person still has to fill in. */
function questionsLeft(uploads: readonly Upload[]): string[] {
  return uploads.flatMap((each) => {
    const asked = requirements.find((row) => slotOf(row) === each.slot)
    return Object.keys(missingOf(each, uploads, asked))
  })
}

// Opening the picker, eleven files in it, "Enviar 11 archivos"; then one tap for each question.
const FIXED_TAPS = 1 + 11 + 1
const OF_POLICY = ['insurer', 'policyNumber']

it('eleven documents take at most 17 taps when the papers of the car are PDFs', () => {
  const uploads = choose(['soat', 'insurance', 'rtm'])
  expect(uploads).toHaveLength(11)
  expect(questionsLeft(uploads)).toEqual(['birthDate', 'expiresOn', ...OF_POLICY])
  expect(FIXED_TAPS + questionsLeft(uploads).length).toBeLessThanOrEqual(17)
})

it('eleven photos take three taps more, for the dates that no program reads', () => {
  const dates = ['expiresOn', 'expiresOn', 'expiresOn']
  expect(questionsLeft(choose([]))).toEqual(['birthDate', ...dates, ...OF_POLICY, 'expiresOn'])
})

it('changing one guessed document exchanges it with the file that had it', () => {
  const uploads = choose([])
  const changed = changeUploads(uploads, { do: 'answer', id: '1', answers: { slot: 'licence' } })
  expect(changed.slice(0, 3).map(({ slot }) => slot)).toEqual([
    ...['licence', 'identity_back', 'identity_front'],
  ])
})

it('a date that was read is marked until the person changes it', () => {
  const soat = choose(['soat']).find(({ slot }) => slot === `soat:${CAR}`) as Upload
  expect(soat.read).toBe(true)
  const answers = { expiresOn: '2999-02-02' }
  const [changed] = changeUploads([soat], { do: 'answer', id: soat.id, answers })
  expect(changed?.read).toBe(false)
})
