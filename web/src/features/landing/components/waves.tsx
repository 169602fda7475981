const radii = [90, 170, 260, 360, 470, 590, 720];

/** Decoration: a sound that spreads from the upper right. */
export function Waves() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1200 800"
      preserveAspectRatio="xMaxYMin slice"
      fill="none"
      className="absolute inset-0 -z-10 size-full overflow-visible translate-x-1/2 -translate-y-1/3 text-brand sm:translate-none"
    >
      {radii.map((radius, index) => (
        <circle
          key={radius}
          cx="1010"
          cy="330"
          r={radius}
          stroke={index === 1 ? 'var(--signal)' : 'currentColor'}
          strokeOpacity={index === 1 ? 0.9 : 0.26 - index * 0.03}
          strokeWidth={index === 1 ? 3 : 1.5}
        />
      ))}
      <circle cx="1010" cy="330" r="9" fill="var(--signal)" />
    </svg>
  );
}
