import { z } from 'zod'
import { CalendarDate, Id, Instant, inputText, longText, Pesos, text } from './common.ts'
import {
  FUEL_MAX_PESOS,
  FUEL_MIN_PESOS,
  fundLimits,
  PRICE_SOURCE_MAX,
  PRICE_SOURCE_MIN,
  TOLL_MAX_PESOS,
  TOLL_MIN_PESOS,
} from './price-limits.ts'
import { get, post } from './route.ts'
import { SWITCH_REASON_MAX, SWITCH_REASON_MIN, SWITCHES } from './switch-list.ts'
import { signedErrors } from './team-acts.ts'

const Row = z.object({
  validFrom: CalendarDate,
  /** Last day of the price; null when none was given. */
  validTo: CalendarDate.nullable(),
  pesos: Pesos,
  source: z.string(),
  /** `current`: in force today. */
  state: z.enum(['past', 'current', 'coming']),
})

/** Prices of fuel in a city or of a toll station, the newest row first. */
const Table = z.object({ subjectId: z.string(), name: z.string(), rows: z.array(Row) })
export type PriceTable = z.infer<typeof Table>

const Proposal = z.object({
  id: Id,
  kind: z.enum(['fuel', 'toll', 'insurance', 'fund']),
  name: z.string(),
  validFrom: CalendarDate,
  /** Null for `insurance`, which is a day only. */
  pesos: Pesos.nullable(),
  source: z.string(),
  proposedBy: z.string(),
  proposedAt: Instant,
  /** Whether the viewer and the proposer have used the same browser. */
  sameDevice: z.boolean(),
  /** `confirm`: not by the person who entered it. `reject`: by either person. */
  can: z.object({ confirm: z.boolean(), reject: z.boolean() }),
})
export type PriceProposal = z.infer<typeof Proposal>

/** A plate rule from a file of the release; the team can only read it. */
const PlateRule = z.object({
  kind: z.enum(['daily', 'regional']),
  from: CalendarDate,
  to: CalendarDate.nullable(),
  source: z.string(),
  /** Dates and hours at which the rule applies to plates with these digits. */
  windows: z.array(
    z.object({
      on: z.enum(['odd', 'even', 'any']),
      fromHour: z.int(),
      toHour: z.int(),
      digits: z.string(),
    }),
  ),
})

const PriceTables = z.object({
  today: CalendarDate,
  fuel: z.array(Table),
  tolls: z.array(Table),
  waiting: z.array(Proposal),
  /** Day from which publishing needs an insurance of every car; null: of new drivers only. */
  insuranceFrom: CalendarDate.nullable(),
  factors: z.object({
    kmPerGallon: z.number(),
    floor: z.number(),
    ceiling: z.number(),
    stepPesos: z.int(),
  }),
  plates: z.array(PlateRule),
})
export type PriceTables = z.infer<typeof PriceTables>

const SwitchName = z.enum(SWITCHES)

export const SwitchView = z.object({
  switch: SwitchName,
  isOn: z.boolean(),
  /** Latest changes, the newest first; empty when the switch was never used. */
  changes: z.array(
    z.object({ id: Id, isOn: z.boolean(), at: Instant, by: z.string(), reason: z.string() }),
  ),
})
export type SwitchView = z.infer<typeof SwitchView>

const switchList = z.object({ switches: z.array(SwitchView) })

export const settings = {
  listSwitches: get('/admin/switches', {
    auth: { permission: 'settings.manage' },
    summary: 'List switches',
    description:
      'Returns every switch with its state and its last changes. Needs the permission ' +
      '`settings.manage`.',
    ok: switchList,
  }),
  changeSwitch: post('/admin/switches/:switch', {
    auth: { permission: 'settings.manage' },
    summary: 'Turn a switch off or on',
    description:
      'Switches a part off or on, with a reason; every process follows within five seconds. What ' +
      'is under way is finished. Switching to the state there is changes nothing. Needs the ' +
      'permission `settings.manage`.',
    params: z.strictObject({ switch: SwitchName }),
    body: z.strictObject({
      isOn: z.boolean(),
      reason: longText(SWITCH_REASON_MAX).min(SWITCH_REASON_MIN),
    }),
    ok: switchList,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
  }),
  showPrices: get('/admin/prices', {
    auth: { permission: 'prices.manage' },
    summary: 'Show dated prices',
    description:
      'Returns every dated price with its source, what waits for a second person, and the rules ' +
      'that are in files. Needs the permission `prices.manage`.',
    ok: PriceTables,
  }),
  proposePrice: post('/admin/prices/proposals', {
    auth: { permission: 'prices.manage' },
    status: 201,
    summary: 'Propose a price',
    description:
      'Enters a price, that publishing needs insurance, or a setting of the guarantee fund or a ' +
      'sum for it (`pesos`; per cent for a share), from today or a later day. It counts ' +
      'once a second person confirms it; trips that are published keep theirs. Needs the ' +
      'permission `prices.manage`.',
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('fuel'),
        subjectId: inputText().regex(/^(CO|\d{5})$/),
        validFrom: CalendarDate,
        pesos: z.int().min(FUEL_MIN_PESOS).max(FUEL_MAX_PESOS),
        source: text(PRICE_SOURCE_MAX).min(PRICE_SOURCE_MIN),
      }),
      z.strictObject({
        kind: z.literal('toll'),
        subjectId: inputText().regex(/^[a-z0-9-]{1,60}$/),
        validFrom: CalendarDate,
        pesos: z.int().min(TOLL_MIN_PESOS).max(TOLL_MAX_PESOS),
        source: text(PRICE_SOURCE_MAX).min(PRICE_SOURCE_MIN),
      }),
      z
        .strictObject({
          kind: z.literal('fund'),
          subjectId: z.enum(['open', 'share', 'cover_percent', 'cover_max']),
          validFrom: CalendarDate,
          pesos: z.int(),
          source: text(PRICE_SOURCE_MAX).min(PRICE_SOURCE_MIN),
        })
        .refine(({ subjectId, pesos }) => {
          const [min, max] = fundLimits[subjectId]
          return pesos >= min && pesos <= max
        }),
      z.strictObject({
        kind: z.literal('insurance'),
        subjectId: z.literal('insurance'),
        validFrom: CalendarDate,
        source: text(PRICE_SOURCE_MAX).min(PRICE_SOURCE_MIN),
      }),
    ]),
    ok: PriceTables,
    limit: { max: 200, windowSeconds: 3600, by: 'user' },
    errors: ['price_in_past', 'price_exists', 'not_found', ...signedErrors],
  }),
  decidePrice: post('/admin/prices/proposals/:proposalId/decide', {
    auth: { permission: 'prices.manage' },
    summary: 'Confirm or reject a proposed price',
    description:
      'A second person confirms a price, and from its day on it counts; or somebody rejects it. ' +
      'Who entered it may only reject it. Needs the permission `prices.manage`.',
    body: z.strictObject({ outcome: z.enum(['confirmed', 'rejected']) }),
    ok: PriceTables,
    limit: { max: 200, windowSeconds: 3600, by: 'user' },
    errors: ['price_same_person', ...signedErrors, 'price_in_past', 'price_exists'],
  }),
}
