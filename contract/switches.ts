import { z } from 'zod'
import { Id, Instant, longText } from './common.ts'
import { route } from './route.ts'
import { SWITCH_REASON_MAX, SWITCH_REASON_MIN, SWITCHES } from './switch-list.ts'

const SwitchName = z.enum(SWITCHES)

const Change = z.object({
  id: Id,
  isOn: z.boolean(),
  at: Instant,
  by: z.string(),
  reason: z.string(),
})

export const SwitchView = z.object({
  switch: SwitchName,
  isOn: z.boolean(),
  /** The last changes, the newest first; empty when it was never touched. */
  changes: z.array(Change),
})
export type SwitchView = z.infer<typeof SwitchView>

const ok = z.object({ switches: z.array(SwitchView) })

export const switches = {
  list: route({
    method: 'GET',
    path: '/admin/switches',
    auth: { permission: 'settings.manage' },
    summary: 'Las partes de Cupo que se pueden apagar',
    description:
      'Every switch with its state and its last changes. Needs the permission `settings.manage`.',
    ok,
    errors: ['forbidden'],
  }),
  change: route({
    method: 'POST',
    path: '/admin/switches/:switch',
    auth: { permission: 'settings.manage' },
    summary: 'Apagar o encender una parte de Cupo, con el motivo',
    description:
      'Switches a part off or on, with a reason; every process follows within five seconds. What ' +
      'is under way is finished. Switching to the state there is changes nothing. Needs the ' +
      'permission `settings.manage`.',
    params: z.strictObject({ switch: SwitchName }),
    body: z.strictObject({
      isOn: z.boolean(),
      reason: longText(SWITCH_REASON_MAX).min(SWITCH_REASON_MIN),
    }),
    ok,
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: ['forbidden', 'rate_limited'],
  }),
}
