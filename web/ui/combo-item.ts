/** One option of a combobox. */
export type ComboItem = {
  id: string
  label: string
  /** Second line of the option, such as the department or the brand. */
  detail?: string
  /** The two ends of a route, for forms with a field for each. */
  both?: { from: ComboItem; to: ComboItem }
}

/** Loads the options for the typed text; an empty query loads suggestions. */
export type LoadItems = (query: string) => Promise<readonly ComboItem[] & { note?: string }>
