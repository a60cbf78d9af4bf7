import { useMutation } from '@tanstack/react-query'
import { BellRing, Siren, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { DutyAlarm } from '#contract/duty.ts'
import { ALARM_POLL_SECONDS } from '#contract/duty-limits.ts'
import { api } from '#web/lib/api.ts'
import { hasCode, messageOf } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useRefetch } from '#web/lib/use-refetch.ts'
import { useSecondFactor } from '#web/shared/access/second-factor/use-second-factor.ts'
import { allowSound, isSoundOn, ring } from '#web/shared/desk/back-office/alarm-sound.ts'
import { Key } from '#web/shared/desk/back-office/desk-keys.tsx'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { DeskTool } from '#web/shared/desk/back-office/desk-tool.tsx'
import { Elapsed } from '#web/shared/desk/back-office/elapsed.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { toastDone } from '#web/ui/toaster.ts'

const ALLOW_SOUND = 'Activar sonido'

/** Bar above every staff screen with the emergencies that nobody has taken. It rings until then. */
export function AlarmBar() {
  const { data: status } = useSecondFactor()
  const { data } = useAlarms({ enabled: Boolean(status?.provedUntil) })
  const [sound, setSound] = useState(isSoundOn)
  const rings = Boolean(data && data.alarms.length > 0)
  useEffect(() => (rings && sound ? ring() : undefined), [rings, sound])
  const { pathname } = useLocation()
  if (!data) return null
  // The page of an emergency has its own head with "Lo tengo".
  const isHere = (id: string | null) => id !== null && pathname === deskLinks.incident(id)
  const isQuiet = pathname.startsWith('/admin/incidents/')
  const shown = data.alarms.filter(({ incidentId }) => !isHere(incidentId))
  const allowed = () => setSound(isSoundOn())
  return (
    <>
      {/* Below the desk's header, which is sticky too. */}
      <div className="sticky top-16 z-30">
        {shown.map((alarm, row) => (
          <AlarmLine key={alarm.id} {...{ alarm, isQuiet }} isFirst={row === 0} />
        ))}
        {rings && !sound && <SoundOffer onAllowed={allowed} />}
      </div>
      {!rings && !sound && data.onDuty && (
        // In the header, so that it neither shifts nor covers the content when it appears.
        <DeskTool>
          <IconButton label={ALLOW_SOUND} onClick={() => void allowSound().then(allowed)}>
            <VolumeX className="size-5 text-err" />
          </IconButton>
        </DeskTool>
      )}
    </>
  )
}

const looks = {
  emergency: {
    box: 'bg-alarm text-on-alarm',
    Icon: Siren,
    title: 'Emergencia en un viaje: nadie la ha tomado',
    link: 'Ver la emergencia',
  },
  drill: {
    box: 'border-y-4 border-dashed border-rio bg-rio-soft text-ink',
    Icon: BellRing,
    title: 'SIMULACRO: no es una emergencia',
    link: 'Ver la guardia',
  },
} as const

type LineProps = {
  alarm: DutyAlarm
  isFirst: boolean
  /** Beside the page of another emergency, where "Lo tengo" and its key are of that one. */
  isQuiet: boolean
}

function AlarmLine({ alarm, isFirst, isQuiet }: LineProps) {
  const { box, Icon, title, link } = looks[alarm.kind]
  const take = useTake(alarm)
  const hasKey = isFirst && !isQuiet
  return (
    <section
      aria-label={alarm.kind === 'drill' ? 'Simulacro' : 'Emergencia'}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 sm:px-6',
        isQuiet ? 'py-1' : 'py-3',
        box,
      )}
    >
      <Icon className="size-6 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        <p role="alert" className="font-semibold">
          {title}
        </p>
        <p className="tnum text-sm">
          Hace <Elapsed since={alarm.pressedAt} />.{' '}
          <PlainLink
            to={alarm.incidentId ? deskLinks.incident(alarm.incidentId) : '/admin/duty'}
            className="inline-block py-1 underline"
          >
            {link}
          </PlainLink>
        </p>
        {take.error && (
          <p role="alert" className="text-sm font-semibold">
            {messageOf(take.error)}
          </p>
        )}
      </div>
      {!isQuiet && (
        <Button variant="secondary" run={take}>
          Lo tengo
          {hasKey && <Key of="l" />}
        </Button>
      )}
    </section>
  )
}

/**
 * Mutation that takes an emergency and opens its screen with the phone number, or answers a drill.
 */
function useTake({ id, incidentId }: DutyAlarm) {
  const refetch = useRefetch()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      if (incidentId === null) {
        await api.duty.answerDrill({ params: { drillId: id }, body: {} })
      } else await api.safety.takeIncident({ params: { incidentId }, body: {} })
    },
    onSuccess: async () => {
      if (incidentId === null) toastDone('Simulacro respondido')
      else await navigate(deskLinks.incident(incidentId))
    },
    // Somebody else was faster: the page says who.
    onError: async (error) => {
      if (incidentId && hasCode(error, 'incident_taken'))
        await navigate(deskLinks.incident(incidentId))
    },
    onSettled: () => refetch(queryKeys.dutyAlarms(), queryKeys.deskIncidents()),
  })
}

function SoundOffer({ onAllowed }: { onAllowed: () => void }) {
  return (
    <div
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-warn-soft px-4
        py-2 sm:px-6"
    >
      <p className="min-w-0 flex-1 basis-48 text-sm">Esta página no suena todavía.</p>
      <AllowSound onAllowed={onAllowed} />
    </div>
  )
}

/** Button that allows the sound: browsers play it only after a press on the page. */
function AllowSound({ onAllowed }: { onAllowed: () => void }) {
  return (
    <Button
      variant="secondary"
      size="sm"
      Icon={Volume2}
      onClick={() => void allowSound().then(onAllowed)}
    >
      {ALLOW_SOUND}
    </Button>
  )
}

/** Alarms for the staff. Polling covers background tabs, which get no live events. */
function useAlarms({ enabled }: { enabled: boolean }) {
  return useRead(queryKeys.dutyAlarms(), (signal) => api.duty.alarms({ signal }), {
    refetchInterval: ALARM_POLL_SECONDS * 1_000,
    refetchIntervalInBackground: true,
    enabled,
  })
}
