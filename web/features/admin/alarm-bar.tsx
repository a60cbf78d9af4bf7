import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, Siren, Volume2, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DutyAlarm } from '#contract/duty.ts'
import { ALARM_POLL_SECONDS } from '#contract/duty-limits.ts'
import { DeskTool } from '#web/domain/back-office/desk-tool.tsx'
import { useSecondFactor } from '#web/domain/second-factor/use-second-factor.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'
import { toastDone } from '#web/ui/toaster.ts'
import { allowSound, isSoundOn, ring } from './alarm-sound.ts'

const ALLOW_SOUND = 'Activar sonido'

/** Bar above every staff screen with the emergencies that nobody has taken. It rings until then. */
export function AlarmBar() {
  const { data: status } = useSecondFactor()
  const { data } = useAlarms({ enabled: Boolean(status?.provedUntil) })
  const [sound, setSound] = useState(isSoundOn)
  const rings = Boolean(data && data.alarms.length > 0)
  useEffect(() => (rings && sound ? ring() : undefined), [rings, sound])
  if (!data) return null
  const allowed = () => setSound(isSoundOn())
  return (
    <>
      {/* Below the desk's header, which is sticky too. */}
      <div className="sticky top-16 z-30">
        {data.alarms.map((alarm) => (
          <AlarmLine key={alarm.id} alarm={alarm} />
        ))}
        {rings && !sound && <SoundOffer onAllowed={allowed} />}
      </div>
      {!rings && !sound && data.onDuty && (
        // In the header, so that it neither shifts nor covers the content when it appears.
        <DeskTool>
          <IconButton label={ALLOW_SOUND} onClick={() => void allowSound().then(allowed)}>
            <VolumeX aria-hidden="true" className="size-5 text-err" />
          </IconButton>
        </DeskTool>
      )}
    </>
  )
}

const looks = {
  emergency: {
    box: 'bg-err text-on-err',
    Icon: Siren,
    title: 'Emergencia en un viaje: nadie la ha tomado',
    to: '/admin/incidents',
    link: 'Ver la emergencia',
  },
  drill: {
    box: 'border-y-4 border-dashed border-rio bg-rio-soft text-ink',
    Icon: BellRing,
    title: 'SIMULACRO: no es una emergencia',
    to: '/admin/duty',
    link: 'Ver la guardia',
  },
} as const

function AlarmLine({ alarm }: { alarm: DutyAlarm }) {
  const { box, Icon, title, to, link } = looks[alarm.kind]
  const take = useTake(alarm)
  return (
    <section
      aria-label={alarm.kind === 'drill' ? 'Simulacro' : 'Emergencia'}
      className={cx('flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6', box)}
    >
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        <p role="alert" className="font-semibold">
          {title}
        </p>
        <p className="tnum text-sm">
          Hace <Elapsed since={alarm.pressedAt} />.{' '}
          <PlainLink to={to} className="inline-block py-1 underline">
            {link}
          </PlainLink>
        </p>
        {take.error && (
          <p role="alert" className="text-sm font-semibold">
            {messageOf(take.error)}
          </p>
        )}
      </div>
      <Button variant="secondary" pending={take.isPending} onClick={() => take.mutate()}>
        Lo tengo
      </Button>
    </section>
  )
}

/**
 * Mutation that takes an emergency and opens its screen with the phone number, or answers a drill.
 */
function useTake({ id, kind, incidentId }: DutyAlarm) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      if (incidentId === null) {
        await api.duty.answerDrill({ params: { drillId: id }, body: {} })
      } else await api.safety.takeIncident({ params: { incidentId }, body: {} })
    },
    onSuccess: async () => {
      if (kind === 'drill') toastDone('Simulacro respondido')
      else await navigate('/admin/incidents')
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.dutyAlarms() }),
        queries.invalidateQueries({ queryKey: ['incident-queue'] }),
      ]),
  })
}

/** Elapsed time: `45 s`, `3 min 05 s`, `2 h 10 min`. Not announced: it changes every second. */
function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1_000))
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${seconds} s`
  const two = (value: number) => String(value).padStart(2, '0')
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`
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
      icon={<Volume2 aria-hidden="true" className="size-5" />}
      onClick={() => void allowSound().then(onAllowed)}
    >
      {ALLOW_SOUND}
    </Button>
  )
}

/** Alarms for the staff. Polling covers background tabs, which get no live events. */
function useAlarms({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: queryKeys.dutyAlarms(),
    queryFn: ({ signal }) => api.duty.alarms({ signal }),
    refetchInterval: ALARM_POLL_SECONDS * 1_000,
    refetchIntervalInBackground: true,
    enabled,
  })
}
