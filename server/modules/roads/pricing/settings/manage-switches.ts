import type { z } from 'zod'
import type { settings } from '#contract/settings.ts'
import { SWITCHES, type Switch } from '#contract/switch-list.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import {
  forgetSwitches,
  insertChange,
  listLastChanges,
  listSwitchedOff,
} from '#server/modules/foundation/switches/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'

type Ok = z.input<typeof settings.listSwitches.ok>

const CHANGES_SHOWN = 5

/** Lists every switch with its state and its last changes. */
export async function listSwitches(deps: Pick<Deps, 'db'>, _actor: ActorId): Promise<Ok> {
  const changes = await listLastChanges(deps.db, CHANGES_SHOWN)
  return {
    switches: SWITCHES.map((name) => {
      const own = changes.filter((change) => change.switch === name)
      return {
        switch: name,
        isOn: own[0]?.isOn ?? true,
        changes: own.map(({ switch: _name, actorId: _actor, at, ...change }) => {
          return { ...change, at: at.toISOString() }
        }),
      }
    }),
  }
}

/** Switches a part of Cupo off or on; setting the present state changes nothing. */
export async function changeSwitch(
  deps: ReadDeps,
  actor: ActorId,
  asked: { switch: Switch; isOn: boolean; reason: string },
): Promise<Ok> {
  const { isOn, reason } = asked
  await inTransaction(deps.db, async (tx) => {
    if (!(await listSwitchedOff(tx)).includes(asked.switch) === isOn) return
    const at = deps.clock.now()
    await insertChange(tx, { switch: asked.switch, isOn, at, actorId: actor.userId, reason })
    const subject = { kind: 'switch', id: asked.switch }
    const action = isOn ? 'switch.on' : 'switch.off'
    await recordStaffAction(tx, actor, { at, action, subject, reason })
  })
  forgetSwitches(deps.db)
  return await listSwitches(deps, actor)
}
