import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

const PLACE = 'desk-tools'

/** Place in the header of the desk for what a screen of the team adds to it. */
export function DeskToolPlace() {
  return <div id={PLACE} className="contents" />
}

/** Shows its children in the header. Only rendered in the browser. */
export function DeskTool({ children }: { children: ReactNode }) {
  const place = document.getElementById(PLACE)
  return place && createPortal(children, place)
}
