import { brotliCompressSync } from 'node:zlib';
import type { Position } from 'geojson';
import { toAfricaMap } from '../../web/dashboard/map/africa';
import { africa as topology } from '../../web/dashboard/map/africa-topology';
import { AFRICAN_COUNTRIES, ISLAND_STATES, MAPPED_CODES } from '../../web/shared/african-countries';

const { countries, borders, symbols } = toAfricaMap(topology);

const shapes = countries.features.map(({ properties: { code }, geometry }) => ({
  code,
  pieces: geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
}));

/** Returns the area in square degrees, positive if the ring runs anticlockwise. */
function signedArea(ring: Position[]): number {
  return ring.reduce((sum, [x1 = 0, y1 = 0], index) => {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? [];
    return sum + (x1 * y2 - x2 * y1) / 2;
  }, 0);
}

function areaOf(code: string): number {
  const pieces = shapes.find((shape) => shape.code === code)?.pieces ?? [];
  return -pieces.flat().reduce((sum, ring) => sum + signedArea(ring), 0);
}

describe('the map of Africa', () => {
  it('contains the 54 countries and Western Sahara, each once', () => {
    expect(AFRICAN_COUNTRIES).toHaveLength(54);
    expect(shapes.map(({ code }) => code)).toEqual([...MAPPED_CODES]);
    expect(new Set(MAPPED_CODES).size).toBe(55);
  });

  it('winds outlines clockwise and holes anticlockwise, as d3-geo requires', () => {
    for (const { code, pieces } of shapes) {
      expect(pieces.length).toBeGreaterThan(0);
      for (const [outline = [], ...holes] of pieces) {
        expect([code, Math.sign(signedArea(outline))]).toEqual([code, -1]);
        expect([code, holes.map((hole) => Math.sign(signedArea(hole)))]).toEqual([code, holes.map(() => 1)]);
      }
    }
  });

  it('has no point outside Africa and its islands', () => {
    const points = shapes.flatMap(({ pieces }) => pieces.flat(2));
    const longitudes = points.map(([longitude = NaN]) => longitude);
    const latitudes = points.map(([, latitude = NaN]) => latitude);
    expect(Math.min(...longitudes)).toBeGreaterThan(-25.5);
    expect(Math.max(...longitudes)).toBeLessThan(63.6);
    expect(Math.min(...latitudes)).toBeGreaterThan(-35);
    expect(Math.max(...latitudes)).toBeLessThan(37.5);
  });

  it('gives each country its area and its neighbours', () => {
    // Algeria is the largest; South Africa surrounds Lesotho; Somalia includes Somaliland.
    expect(areaOf('DZ')).toBeGreaterThan(
      Math.max(...MAPPED_CODES.filter((code) => code !== 'DZ').map(areaOf)),
    );
    expect(shapes.find(({ code }) => code === 'ZA')?.pieces.map((piece) => piece.length)).toEqual([2]);
    expect(areaOf('LS')).toBeCloseTo(2.8, 0);
    expect(areaOf('SO')).toBeCloseTo(52, 0);
    expect(areaOf('EH')).toBeCloseTo(23.6, 0);
  });

  it('has a symbol on the largest island of each island state', () => {
    expect([...symbols.keys()].sort()).toEqual([...ISLAND_STATES].sort());
    const rounded = Object.fromEntries(
      [...symbols].map(([code, [longitude, latitude]]) => [
        code,
        [Math.round(longitude), Math.round(latitude)],
      ]),
    );
    expect(rounded).toEqual({ CV: [-24, 15], KM: [43, -12], MU: [58, -20], SC: [55, -5], ST: [7, 0] });
  });

  it('contains each border once', () => {
    const segments = borders.coordinates.flatMap((line) =>
      line.slice(1).map((point, index) => [line[index], point].map(String).sort().join(' ')),
    );
    expect(segments.length).toBeGreaterThan(1000);
    expect(new Set(segments).size).toBe(segments.length);
  });

  it('is smaller than 10 kB with Brotli', () => {
    expect(brotliCompressSync(JSON.stringify(topology)).length).toBeLessThan(15_000);
  });
});
