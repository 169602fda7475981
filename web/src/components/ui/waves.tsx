type WavesProps = {
  /** Width and height of the drawing, which fills its box from the upper right. */
  box: [number, number];
  centre: [number, number];
  /** From the inside out. The second is the wave in the signal colour. */
  radii: readonly number[];
  /** Sets the position, and the colour of the other waves as the text colour. */
  className: string;
};

const HEARD = 1;

/** A decorative drawing of sound waves, one of them highlighted. */
export function Waves({ box: [width, height], centre: [x, y], radii, className }: WavesProps) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMaxYMin slice"
      fill="none"
      className={className}
    >
      {radii.map((radius, index) => (
        <circle
          key={radius}
          cx={x}
          cy={y}
          r={radius}
          stroke={index === HEARD ? 'var(--signal)' : 'currentColor'}
          strokeOpacity={index === HEARD ? 0.8 : Math.max(0.24 - index * 0.028, 0.05)}
          strokeWidth={index === HEARD ? 2.5 : 1.5}
        />
      ))}
      <circle cx={x} cy={y} r="8" fill="var(--signal)" />
    </svg>
  );
}
