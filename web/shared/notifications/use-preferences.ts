import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Preferences } from '#contract/notifications.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAct } from '#web/ui/use-act.ts'
import { pushState, turnOffPush, turnOnPush } from './push.ts'

const key = queryKeys.notificationPreferences()

export function usePreferences() {
  return useRead(key, (signal) => api.notifications.preferences({ signal }))
}

type Chosen = Pick<Preferences['preferences'][number], 'topic' | 'channel' | 'enabled'>

/** Switches channels of topics; the server's answer replaces the shown state. */
export function useChoose() {
  return useAct((preferences: Chosen[]) => api.notifications.choose({ body: { preferences } }), {
    shows: key,
  })
}

/** Mutation that resumes mail to an address which its mail server had refused. */
export function useResumeMail() {
  return useAct(() => api.notifications.resumeMail(), { refresh: [key] })
}

/** State of push messages in this browser, and the mutation that switches them. */
export function usePush({ pushKey, pushHere }: Pick<Preferences, 'pushKey' | 'pushHere'>) {
  const client = useQueryClient()
  const [, refresh] = useState(0)
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (on && pushKey !== null) await turnOnPush(pushKey)
      else await turnOffPush()
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: key })
      // Render again: a refusal changes only the browser's permission, not the server's data.
      refresh((count) => count + 1)
    },
  })
  return { state: pushState(pushKey, pushHere), change }
}
