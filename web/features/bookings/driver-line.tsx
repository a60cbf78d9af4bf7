import type { ReactNode } from 'react'
import { Plate } from '#web/shared/verification/plate.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

type DriverLineProps = {
  driver: { name: string; photoUrl?: string | null }
  /** `plate`: null until the booking is confirmed. */
  vehicle: { brand: string; model: string; color: string; plate: string | null }
  children?: ReactNode
}

/** Face, name, car and plate in one line: what people compare before they get in. */
export function DriverLine({ driver, vehicle, children }: DriverLineProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <Avatar name={driver.name} photoUrl={driver.photoUrl} />
      {/* In a narrow column, or with large text, the plate stands below. */}
      <div className="min-w-0 flex-1 basis-30">
        <p className="font-semibold wrap-anywhere">{driver.name}</p>
        <p className="text-sm text-muted">{carOf({ vehicle })}</p>
      </div>
      {vehicle.plate && <Plate plate={vehicle.plate} className="shrink-0 text-base" />}
      {children}
    </div>
  )
}

/** Brand, model and colour of a car, as people read them. */
export function carOf({ vehicle: { brand, model, color } }: Pick<DriverLineProps, 'vehicle'>) {
  return `${brand} ${model}, ${color.toLowerCase()}`
}
