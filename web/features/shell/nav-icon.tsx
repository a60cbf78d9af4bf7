/** Icon of 24 × 24 from a path. Our own, because icon modules would make `/trips` heavier. */
export function NavIcon({ d }: { d: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-[24px] fill-none stroke-current stroke-2"
    >
      <path d={d} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

export const BELL = 'M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7Zm4 10a2 2 0 0 0 4 0'

export type Waiting = 'trips' | 'news' | 'messages' | 'account'

/** Badge with a number, which `markWaiting` writes on pages with and without the app's code. */
export function WaitingBadge({ of }: { of: Waiting }) {
  return (
    <span
      data-waiting={of}
      hidden
      className="absolute -top-1 left-3.5 grid h-5 min-w-5 place-items-center rounded-full
        bg-arcilla px-1 text-[14px] leading-none text-on-err"
    />
  )
}
